/** Schemas of requests about the server's settings. */
import { z } from 'zod';

export const getSettingsRequest = z.object({});

export const checkBackendsRequest = z.object({});
