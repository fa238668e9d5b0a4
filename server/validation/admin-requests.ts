/** The form of every request of AdminService. */
import { z } from 'zod';
import { MEMORY_TYPES } from '../domain/memory.ts';
import { enumValue, identifier } from './fields.ts';

export const getLatencyReportRequest = z.object({
  types: z.array(enumValue('MEMORY_TYPE', MEMORY_TYPES, 'required')),
  operations: z.array(identifier),
});
