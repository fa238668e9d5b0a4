/** RotateMasterKey and RetireMasterKey. */
import type {
  MasterKeyNeed,
  RetireMasterKeyRequest,
  RetireMasterKeyResponse,
  RotateMasterKeyRequest,
  RotateMasterKeyResponse,
} from '../../../proto/gen/recorda/v1/master_key.ts';
import type { KeyNeed, KeyRotation } from '../../ports/key-rotation.ts';
import type { ServiceCall } from '../call.ts';

export function masterKeyCalls(rotation: KeyRotation) {
  async function* rotateMasterKey(
    { force }: RotateMasterKeyRequest,
    call: ServiceCall,
  ): AsyncGenerator<RotateMasterKeyResponse> {
    for await (const progress of rotation.rotate({ force }, call)) {
      const { keyId, isNewKey, olderKeyIds, total, done, renewed, needs, isDone } = progress;
      yield {
        keyId,
        isNewKey,
        isDone,
        olderKeyIds: [...olderKeyIds],
        totalCount: total,
        doneCount: done,
        renewedCount: renewed,
        needs: needs.map(fromNeed),
      };
    }
  }

  async function retireMasterKey(
    { keyId, force }: RetireMasterKeyRequest,
    call: ServiceCall,
  ): Promise<RetireMasterKeyResponse> {
    const { isPossible, needs } = await rotation.retire({ keyId, force }, call);
    return { isPossible, needs: needs.map(fromNeed) };
  }

  return { rotateMasterKey, retireMasterKey };
}

function fromNeed({ keyId, place, count, untilMs }: KeyNeed): MasterKeyNeed {
  const untilTime = untilMs === undefined ? undefined : new Date(untilMs);
  return { keyId, place: `SEALED_PLACE_${place}` as const, count, untilTime };
}
