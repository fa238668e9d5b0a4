/** The form of every request of AdminService. */
import { z } from 'zod';
import { MEMORY_TYPES } from '../domain/memory.ts';
import { enumValue, identifier, listOf } from './fields.ts';

export const getLatencyReportRequest = z.object({
  types: listOf(enumValue('MEMORY_TYPE', MEMORY_TYPES, 'required')),
  operations: listOf(identifier),
});

export const reembedRequest = z.object({});
