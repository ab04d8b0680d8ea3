import { PartnerError } from '@seller-connect/partners';
import { backoffMs } from '../../platform/poll.ts';
import {
  partnerCircuitOpen,
  reauthorizationMessages,
  ShopAccessError,
  shopCircuitOpen,
} from '../../partners/index.ts';
import type { LocalizedText } from '../../platform/http/problem.ts';

/** Messages for sellers about a failed sync: what happened and what happens next. */
const messages = {
  partner_throttled: {
    vi: 'Sàn đang giới hạn tốc độ lấy dữ liệu. Chúng tôi sẽ tự tiếp tục khi sàn cho phép.',
    en: 'The marketplace is limiting how fast we can sync. We’ll continue automatically when it allows.',
  },
  partner_needs_reauthorization: reauthorizationMessages.refused,
  partner_not_permitted: {
    vi: 'Ứng dụng của chúng tôi chưa được sàn cấp quyền đọc phần dữ liệu này. Bạn không cần làm gì: người vận hành đã được báo, các phần dữ liệu khác vẫn được đọc.',
    en: 'The marketplace hasn’t granted our app permission to read this data yet. You don’t need to do anything. The operator has been notified, and everything else is still syncing.',
  },
  partner_unavailable: {
    vi: 'Sàn tạm thời không phản hồi. Chúng tôi sẽ tự thử lại.',
    en: 'The marketplace isn’t responding right now. We’ll retry automatically.',
  },
  [shopCircuitOpen]: {
    vi: 'Sàn báo lỗi nhiều lần liền với riêng gian hàng này. Chúng tôi tạm ngừng một lúc rồi tự thử lại; các gian hàng khác không bị ảnh hưởng.',
    en: 'The marketplace returned several errors in a row for this shop only. We’re pausing for a while and will then retry automatically. Other shops aren’t affected.',
  },
  [partnerCircuitOpen]: {
    vi: 'Sàn đang bảo trì hoặc gặp sự cố, không riêng gian hàng của bạn. Bạn không cần làm gì: chúng tôi sẽ tự đọc tiếp khi sàn hoạt động trở lại.',
    en: 'The marketplace is under maintenance or having problems, and not just for your shop. You don’t need to do anything. We’ll continue automatically when it’s back.',
  },
  partner_protocol: {
    vi: 'Sàn trả về dữ liệu mà chúng tôi chưa hiểu được. Chúng tôi đã ghi nhận và sẽ thử lại.',
    en: 'The marketplace returned data we don’t understand yet. We’ve logged it and will retry.',
  },
  answer_too_large: {
    vi: 'Sàn trả về một phần dữ liệu của gian hàng này lớn hơn mức chúng tôi đọc được. Các phần khác không bị ảnh hưởng; chúng tôi đã ghi nhận và sẽ thử lại.',
    en: 'The marketplace returned more data for part of this shop than we can read. Other data isn’t affected. We’ve logged it and will retry.',
  },
  disconnected: {
    vi: 'Gian hàng đã được ngắt liên kết trong lúc đọc. Dữ liệu đã lấy vẫn được giữ.',
    en: 'The shop was disconnected during the sync. Data already synced is kept.',
  },
  internal: {
    vi: 'Có lỗi ở phía chúng tôi. Dữ liệu đã lấy vẫn an toàn và chúng tôi sẽ tự thử lại.',
    en: 'Something went wrong on our side. Your synced data is safe, and we’ll retry automatically.',
  },
} as const satisfies Record<string, LocalizedText>;

/** Message about rejected items, which are stored but not in any metric. */
export function unreadableRowsMessage(count: number, ids: readonly string[]): LocalizedText {
  const sampleIds = ids.join(', ') + (count > ids.length ? ', …' : '');
  return {
    vi: `Có ${count} mục sàn gửi về mà chúng tôi chưa đọc được, nên chưa có trong số liệu: ${sampleIds}. Chúng tôi giữ nguyên bản gốc và đọc lại khi sàn gửi bản mới.`,
    en: `${count} ${count === 1 ? 'item' : 'items'} from the marketplace couldn’t be read and ${count === 1 ? 'isn’t' : 'aren’t'} in your data yet: ${sampleIds}. We keep the originals and read them again when the marketplace sends a newer version.`,
  };
}

export type ProblemCode = keyof typeof messages;

export function problemMessage(code: string): LocalizedText {
  return isProblemCode(code) ? messages[code] : messages.internal;
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(messages, code);
}

/** What to do after a failure: retry after a delay, or wait for the seller. */
type Reaction =
  | { kind: 'retry'; problem: ProblemCode; afterMs: number }
  | { kind: 'needs_you'; problem: ProblemCode };

const secondMs = 1000;
const minuteMs = 60 * secondMs;

/**
 * Returns the reaction to a failure. Delays double with each failure in a row up to a maximum, with jitter, and are
 * never shorter than the partner's `retryAfterMs`.
 * @param failures the number of failures in a row before this one
 */
export function reactionTo(error: unknown, failures: number, random: () => number): Reaction {
  const delayMs = (firstMs: number, maxMs: number) =>
    backoffMs(failures, { firstMs, maxMs }, random);
  if (error instanceof ShopAccessError) {
    return { kind: 'needs_you', problem: 'partner_needs_reauthorization' };
  }
  if (!(error instanceof PartnerError)) {
    return { kind: 'retry', problem: 'internal', afterMs: delayMs(5 * secondMs, 15 * minuteMs) };
  }
  switch (error.kind) {
    case 'unauthorized':
    case 'needs_reauthorization':
      return { kind: 'needs_you', problem: 'partner_needs_reauthorization' };
    case 'throttled':
      return {
        kind: 'retry',
        problem: 'partner_throttled',
        afterMs: Math.max(error.retryAfterMs ?? 0, delayMs(2 * secondMs, 10 * minuteMs)),
      };
    case 'unavailable':
      // No call was made. The cooldown of the circuit breaker decides, not the failures of this stream.
      if (error.code === shopCircuitOpen || error.code === partnerCircuitOpen) {
        const retryAfterMs = Math.round((error.retryAfterMs ?? minuteMs) * (1 + random() * 0.1));
        return { kind: 'retry', problem: error.code, afterMs: retryAfterMs };
      }
      return {
        kind: 'retry',
        problem: 'partner_unavailable',
        afterMs: Math.max(error.retryAfterMs ?? 0, delayMs(3 * secondMs, 10 * minuteMs)),
      };
    case 'not_permitted':
      // The operator has to request the permission at the partner, which takes hours or days.
      return {
        kind: 'retry',
        problem: 'partner_not_permitted',
        afterMs: delayMs(5 * minuteMs, 60 * minuteMs),
      };
    case 'invalid_request':
    case 'protocol':
      return {
        kind: 'retry',
        problem: error.code === 'answer_too_large' ? error.code : 'partner_protocol',
        afterMs: delayMs(30 * secondMs, 60 * minuteMs),
      };
  }
}
