/** The use cases of AdminService. */
import type { GetLatencyReportRequest, GetLatencyReportResponse } from '../../../proto/gen/recorda/v1/admin.ts';
import type { LatencyFilter, LatencyReportRow } from '../../telemetry/ports.ts';
import { fromType, toType } from '../memory/translate.ts';

export type AdminDependencies = {
  readonly latencyReport: (filter: LatencyFilter) => readonly LatencyReportRow[];
};

export function adminService({ latencyReport }: AdminDependencies) {
  async function getLatencyReport(request: GetLatencyReportRequest): Promise<GetLatencyReportResponse> {
    const types = request.types.map(toType).filter((type) => type !== undefined);
    const rows = latencyReport({ types, operations: request.operations });
    return { rows: rows.map((row) => ({ ...row, types: row.types.map(fromType) })) };
  }

  return { getLatencyReport };
}

export type AdminService = ReturnType<typeof adminService>;
