/** ListAlerts and WatchAlerts. */
import { ALERT_KINDS, kindOf, PROMPT_COST, type Alert, type AlertKind } from '../../domain/accounts.ts';
import { ALERT_LEVELS, percentUsed, type AlertLevel } from '../../domain/decide/alerts.ts';
import { alertsGone } from '../../domain/errors.ts';
import { decodePageToken, encodePageToken } from '../../domain/page-token.ts';
import { alertAdvice } from '../../domain/quotas/alert-advice.ts';
import { decodeAlertToken, encodeAlertToken } from '../../domain/resume-token.ts';
import { ALERTING, DEFAULTS } from '../../policy/limits.ts';
import type { AlertLog } from '../../ports/limits.ts';
import type {
  Alert as AlertMessage,
  ListAlertsRequest,
  ListAlertsResponse,
  WatchAlertsRequest,
  WatchAlertsResponse,
} from '../../../proto/gen/recorda/v1/limits.ts';
import type { ServiceCall } from '../call.ts';
import { eventsOf } from '../events-of.ts';
import { toQuotaName } from './translate-limits.ts';

export function alertCalls({ alerts }: { readonly alerts: AlertLog }) {
  async function listAlerts(request: ListAlertsRequest, call: ServiceCall): Promise<ListAlertsResponse> {
    const { userId, level, name, kind, pageSize, pageToken } = request;
    const sealed = ['alerts', call.tenant, userId, level, name, kind];
    const size = pageSize === 0 ? DEFAULTS.pageSize : pageSize;
    const found = await alerts.list(
      {
        tenant: call.tenant,
        userId,
        level: toLevel(level),
        name: toQuotaName(name),
        kind: toKind(kind),
        limit: size + 1,
        order: 'NEWEST_FIRST',
        before: decodePageToken(pageToken, sealed)?.createTimeMs,
      },
      call,
    );
    const page = found.slice(0, size);
    const last = found.length > size ? page.at(-1) : undefined;
    return {
      alerts: page.map(fromAlert),
      nextPageToken: last === undefined ? '' : encodePageToken({ createTimeMs: last.sequence, id: '' }, sealed),
    };
  }

  async function* watchAlerts(request: WatchAlertsRequest, call: ServiceCall): AsyncGenerator<WatchAlertsResponse> {
    const whose = { tenant: call.tenant, userId: request.userId };
    // Events are collected from before the first reading, so that none in between is missed.
    const events = eventsOf(alerts.subscribe, call.signal);
    try {
      const { oldest, newest } = await alerts.bounds(call);
      const resumed = decodeAlertToken(request.resumeToken, whose);
      let after = resumed ?? (request.fromOldest ? oldest - 1 : newest);
      if (after < oldest - 1 || after > newest) throw alertsGone();
      const position = (): WatchAlertsResponse => ({ alert: undefined, resumeToken: encodeAlertToken(after, whose) });
      yield position();
      for (;;) {
        const limit = ALERTING.pageSize;
        const [level, kind] = [toLevel(request.level), toKind(request.kind)];
        const query = { ...whose, level, kind, order: 'OLDEST_FIRST', after, limit } as const;
        const page = await alerts.list(query, call);
        for (const alert of page) {
          after = alert.sequence;
          yield { alert: fromAlert(alert), resumeToken: encodeAlertToken(after, whose) };
        }
        if (page.length < limit && !(await events.next())) {
          // Alerts of others were passed over: a token that stays behind them would become too old.
          const bounds = await alerts.bounds(call);
          if ((await alerts.list({ ...query, after, limit: 1 }, call)).length === 0)
            after = Math.max(after, bounds.newest);
          yield position();
        }
      }
    } finally {
      events.stop();
    }
  }

  return { listAlerts, watchAlerts };
}

/** Returns undefined if none is set. */
function toLevel(level: string): AlertLevel | undefined {
  return ALERT_LEVELS.find((name) => level === `ALERT_LEVEL_${name}`);
}

/** Returns undefined if none is set. */
function toKind(kind: string): AlertKind | undefined {
  return ALERT_KINDS.find((name) => kind === `ALERT_KIND_${name}`);
}

function fromAlert(alert: Alert): AlertMessage {
  const { sequence, atMs, resolvedMs, level, userId, place, current, max } = alert;
  return {
    alertId: sequence,
    createTime: new Date(atMs),
    kind: `ALERT_KIND_${kindOf(alert)}` as const,
    level: `ALERT_LEVEL_${level}` as const,
    name: `QUOTA_NAME_${alert.name === PROMPT_COST ? 'UNSPECIFIED' : alert.name}` as const,
    measure: `QUOTA_MEASURE_${alert.name === PROMPT_COST ? 'UNSPECIFIED' : alert.measure}` as const,
    userId,
    place,
    current,
    max,
    percentUsed: percentUsed(current, max),
    advice: alertAdvice(alert),
    resolveTime: resolvedMs === null ? undefined : new Date(resolvedMs),
  };
}
