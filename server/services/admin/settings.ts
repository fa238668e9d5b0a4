/** GetSettings and CheckBackends. */
import type {
  CheckBackendsRequest,
  CheckBackendsResponse,
  GetSettingsRequest,
  GetSettingsResponse,
} from '../../../proto/gen/recorda/v1/settings.ts';
import { accessName, roleName } from '../memory/server-info.ts';
import type { ServerReport } from '../../ports/server-report.ts';
import type { ServiceCall } from '../call.ts';

/** Without a report, as in process, there is nothing to tell. */
export function settingsCalls(report: ServerReport | undefined) {
  async function getSettings(_: GetSettingsRequest, { tenant }: ServiceCall): Promise<GetSettingsResponse> {
    const settings = report?.settings ?? [];
    const keys = (report?.keys() ?? []).filter((key) => key.tenant === tenant);
    return {
      settings: settings.map(({ name, value = '', isSecret, isSet, from }) => ({
        name,
        value,
        isSecret,
        isSet,
        origin: from,
      })),
      keys: keys.map(({ id, name, role, access, users, certificate = '', createTime, expireTime }) => ({
        keyId: id,
        name,
        role: roleName(role),
        access: accessName(access),
        userIds: [...users],
        certificate,
        createTime: new Date(createTime),
        expireTime: expireTime === undefined ? undefined : new Date(expireTime),
      })),
    };
  }

  async function checkBackends(_: CheckBackendsRequest): Promise<CheckBackendsResponse> {
    const found = (await report?.checkBackends()) ?? [];
    return {
      checks: found.map(({ role, where, isThere, said, statements, roundTripMs }) => ({
        purpose: role,
        place: where,
        isThere,
        report: said,
        latencyMs: roundTripMs,
        statements: statements.map(({ kind, values }) => ({ kind: `BACKEND_STATEMENT_KIND_${kind}` as const, values })),
      })),
    };
  }

  return { getSettings, checkBackends };
}
