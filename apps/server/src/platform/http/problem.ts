/** A text in the product's two languages. */
export interface LocalizedText {
  vi: string;
  en: string;
}

export type Language = keyof LocalizedText;

/**
 * An error that the caller can understand and act on. It becomes an `ApiError` in the caller's language. All other
 * errors are internal: they are logged, and the caller gets only the request id.
 */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly text: LocalizedText;
  readonly details: Record<string, unknown> | undefined;

  constructor(
    status: number,
    code: string,
    text: LocalizedText,
    details?: Record<string, unknown>,
  ) {
    super(text.en);
    this.status = status;
    this.code = code;
    this.text = text;
    this.details = details;
  }
}

/** Not 403, which would navigate away from the screen: the same request works after a sign-in. */
export const freshSignInProblem = () =>
  new Problem(
    409,
    'fresh_sign_in_required',
    {
      vi: 'Vì an toàn, vui lòng đăng nhập lại rồi thực hiện việc này trong vòng 15 phút.',
      en: 'For your security, sign in again and do this within 15 minutes.',
    },
    { maxAgeSeconds: 15 * 60 },
  );

/**
 * The response to a change of an older version.
 * @param what the record, as in "this brand"
 * @param current the record as it is now
 */
export function conflictProblem(what: LocalizedText, current: unknown): Problem {
  return new Problem(
    409,
    'changed_meanwhile',
    {
      vi: `${what.vi} vừa được người khác thay đổi. Hãy xem bản mới trước khi lưu.`,
      en: `Someone else just changed ${what.en}. Review the latest version before you save.`,
    },
    { current },
  );
}

/**
 * The only response with status 429, whatever the limit; the error handler adds `Retry-After`.
 * @param cause what there is too much of, as a sentence
 */
export function rateLimitedProblem(
  retryAfterSeconds: number,
  cause: LocalizedText = { vi: 'Có quá nhiều yêu cầu.', en: 'Too many requests.' },
): Problem {
  return new Problem(
    429,
    'rate_limited',
    {
      vi: `${cause.vi} Vui lòng thử lại sau ${formatWait(retryAfterSeconds, 'vi')}.`,
      en: `${cause.en} Try again in ${formatWait(retryAfterSeconds, 'en')}.`,
    },
    { retryAfterSeconds },
  );
}

/**
 * The response for what is counted by day in UTC: it can be tried again on the next one.
 * @param cause what there was too much of, as a sentence
 */
export function dailyLimitProblem(cause: LocalizedText): Problem {
  const now = Date.now();
  const nextDay = new Date(now).setUTCHours(24, 0, 0, 0);
  return rateLimitedProblem(Math.ceil((nextDay - now) / 1000), cause);
}

function formatWait(seconds: number, language: Language): string {
  const [unit, unitSeconds] =
    seconds <= 90
      ? (['second', 1] as const)
      : seconds <= 5400
        ? (['minute', 60] as const)
        : (['hour', 3600] as const);
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.ceil(seconds / unitSeconds));
}

/** Vietnamese is the default and the fallback (specification, section 1). */
export function negotiateLanguage(acceptLanguage: string | undefined): Language {
  const ranked = (acceptLanguage ?? '')
    .split(',')
    .map((part, position) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.find((entry) => entry.trim().startsWith('q='));
      return { tag, weight: quality ? Number(quality.trim().slice(2)) || 0 : 1, position };
    })
    .filter((entry) => entry.weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.position - b.position);
  for (const { tag } of ranked) {
    if (tag === 'vi' || tag.startsWith('vi-')) return 'vi';
    if (tag === 'en' || tag.startsWith('en-')) return 'en';
  }
  return 'vi';
}

export const internalErrorMessage: LocalizedText = {
  vi: 'Đã có lỗi xảy ra, vui lòng thử lại sau',
  en: 'Something went wrong, please try again later',
};
