/** Schemas of requests about all of a user's data, and about the audit log. */
import { z } from 'zod';
import { MEMORY_TYPES } from '../domain/memory.ts';
import { AUDITING, ERASING } from '../policy/lifecycle.ts';
import { EXPORTING, LIMITS } from '../policy/limits.ts';
import { boundedText, enumValue, identifier, integer, listOf, nameText, requiredIdentifier } from './fields.ts';

const types = listOf(enumValue('MEMORY_TYPE', MEMORY_TYPES, 'required'));
const bytes = (most: number) =>
  z
    .instanceof(Uint8Array)
    .refine(({ length }) => length <= most, { error: `has more than ${most.toLocaleString('en-US')} bytes` });

export const exportUserDataRequest = z.object({ userId: requiredIdentifier, types });

export const importUserDataRequest = z
  .object({
    userId: requiredIdentifier,
    lines: bytes(EXPORTING.linesBytes),
    asNewIds: z.boolean(),
    copyKey: identifier,
  })
  .refine(({ asNewIds, copyKey }) => asNewIds || copyKey === '', {
    path: ['copyKey'],
    error: 'requires as_new_ids',
  });

export const deleteUserDataRequest = z.object({
  userId: requiredIdentifier,
  types,
  reason: nameText(ERASING.reasonBytes),
});

export const verifyErasureReceiptRequest = z.object({
  text: boundedText(EXPORTING.textBytes),
  signature: bytes(ERASING.signatureBytes),
});

export const listAuditEventsRequest = z.object({ userId: identifier, pageSize: integer(0, LIMITS.pageSize) });

export const verifyAuditRequest = z.object({
  anchors: z
    .array(
      z.object({
        text: boundedText(AUDITING.anchorBytes),
        signature: bytes(ERASING.signatureBytes),
        publicKey: boundedText(AUDITING.anchorBytes),
      }),
    )
    .max(AUDITING.givenAnchors, { error: `has more than ${AUDITING.givenAnchors} anchors` }),
});
