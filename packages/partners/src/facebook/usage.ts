import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../parsing/lossless-json.ts';
import { Nullable } from '../parsing/fields.ts';

const Percent = Type.Optional(Nullable(Type.String()));
const Cases = Compile(
  Type.Record(
    Type.String(),
    Type.Array(
      Type.Object({
        call_count: Percent,
        total_cputime: Percent,
        total_time: Percent,
        estimated_time_to_regain_access: Percent,
      }),
    ),
  ),
);
const Account = Compile(Type.Object({ acc_id_util_pct: Percent, reset_time_duration: Percent }));
const App = Compile(
  Type.Object({ call_count: Percent, total_cputime: Percent, total_time: Percent }),
);
const Insights = Compile(Type.Object({ app_id_util_pct: Percent, acc_id_util_pct: Percent }));

const minuteMs = 60_000;

/** Used share of the rate limits in percent, and the wait that the partner requests for the ad account. */
export interface Usage {
  account: number;
  app: number;
  /** Null when the partner requests none. It never requests one for the application. */
  accountWaitMs: number | null;
}

/**
 * Parses the usage headers that every response of the ads API carries.
 * @see https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
export function parseUsage(headers: Headers): Usage {
  const usage: Usage = { account: 0, app: 0, accountWaitMs: null };
  const account = (...texts: (string | null | undefined)[]) => {
    usage.account = Math.max(usage.account, ...texts.map(parsePercent));
  };
  const app = (...texts: (string | null | undefined)[]) => {
    usage.app = Math.max(usage.app, ...texts.map(parsePercent));
  };
  const waits = (ms: number) => {
    if (ms > 0) usage.accountWaitMs = Math.max(usage.accountWaitMs ?? 0, ms);
  };
  const cases = parseHeader(headers, 'x-business-use-case-usage');
  if (Cases.Check(cases)) {
    for (const each of Object.values(cases).flat()) {
      account(each.call_count, each.total_cputime, each.total_time);
      // In minutes, unlike every other duration of the protocol.
      waits(parsePercent(each.estimated_time_to_regain_access) * minuteMs);
    }
  }
  const own = parseHeader(headers, 'x-ad-account-usage');
  if (Account.Check(own)) {
    account(own.acc_id_util_pct);
    if (parsePercent(own.acc_id_util_pct) >= 100)
      waits(parsePercent(own.reset_time_duration) * 1000);
  }
  const all = parseHeader(headers, 'x-app-usage');
  if (App.Check(all)) app(all.call_count, all.total_cputime, all.total_time);
  const insights = parseHeader(headers, 'x-fb-ads-insights-throttle');
  if (Insights.Check(insights)) {
    account(insights.acc_id_util_pct);
    app(insights.app_id_util_pct);
  }
  return usage;
}

/** Calls slow down from the first threshold and pause from the second. */
const slowDownPercent = 75;
const pausePercent = 95;
const slowDownMs = 2_000;

/** Returns the cooldown after a response with this usage in milliseconds, or null for none. */
export function cooldownAfter(percentUsed: number, waitMs: number | null): number | null {
  if (percentUsed >= pausePercent) return Math.max(minuteMs, waitMs ?? 0);
  return percentUsed >= slowDownPercent ? slowDownMs : null;
}

function parsePercent(text: string | null | undefined): number {
  const value = Number(text ?? '0');
  return Number.isFinite(value) && value > 0 ? value : 0;
}

function parseHeader(headers: Headers, name: string): unknown {
  const text = headers.get(name);
  if (text === null) return null;
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
