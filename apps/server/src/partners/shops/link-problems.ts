import type { PartnerError } from '@seller-connect/partners';
import { formatDateTime } from '../../platform/localized-dates.ts';
import { Problem, type LocalizedText } from '../../platform/http/problem.ts';

/**
 * Days after which another team may take over a shop whose consent has failed. Long enough for a seller on vacation to
 * consent again after the immediate notification; short enough for an owner whose agency is gone.
 */
export const takeoverWaitDays = 14;

/** Why a seller has to consent again. Stored as a code. */
export type ReauthorizationReason =
  /** The partner no longer accepts the tokens: the seller revoked the consent, or the subscription ended. */
  | 'refused'
  /** The consent has expired and cannot be renewed. */
  | 'ended'
  /** Our fault: a refresh was interrupted after the partner may have rotated the tokens, and the old ones fail. */
  | 'renewal_lost';

/** Messages for a shop or an ad account that needs a new consent. */
export const reauthorizationMessages: Readonly<Record<ReauthorizationReason, LocalizedText>> = {
  refused: {
    vi: 'Quyền truy cập đã bị ngắt. Liên kết lại để tiếp tục cập nhật số liệu.',
    en: 'Access was ended. Reconnect to keep your data up to date.',
  },
  ended: {
    vi: 'Quyền truy cập đã hết hạn. Liên kết lại để tiếp tục cập nhật số liệu.',
    en: 'Access has expired. Reconnect to keep your data up to date.',
  },
  renewal_lost: {
    vi: 'Việc gia hạn quyền truy cập bị gián đoạn từ phía chúng tôi. Vui lòng liên kết lại; dữ liệu đã có vẫn được giữ.',
    en: 'Renewing access was interrupted on our side. Reconnect to continue. Your existing data is kept.',
  },
};

export const unavailablePartnerProblem = () =>
  new Problem(404, 'unavailable_partner', {
    vi: 'Đối tác chưa khả dụng',
    en: 'Unavailable partner',
  });

export const shopNotFoundProblem = () =>
  new Problem(404, 'shop_not_found', {
    vi: 'Không tìm thấy gian hàng này.',
    en: 'Shop not found.',
  });

export const shopStillLinkedProblem = () =>
  new Problem(409, 'shop_still_linked', {
    vi: 'Gian hàng vẫn đang được liên kết. Hãy ngắt liên kết trước khi xoá dữ liệu.',
    en: 'The shop is still connected. Disconnect it before erasing its data.',
  });

export const stateProblems = {
  mismatch: () =>
    new Problem(400, 'state_mismatch', {
      vi: 'Liên kết này không bắt đầu từ phiên làm việc của bạn. Vui lòng liên kết lại từ đầu.',
      en: 'This connection request wasn’t started in your session. Start again.',
    }),
  expired: () =>
    new Problem(400, 'state_expired', {
      vi: 'Đã quá thời gian chờ liên kết. Vui lòng liên kết lại từ đầu.',
      en: 'The connection request expired. Start again.',
    }),
  used: () =>
    new Problem(409, 'state_used', {
      vi: 'Liên kết này đã được dùng. Nếu gian hàng chưa hiện ra, vui lòng liên kết lại từ đầu.',
      en: 'This connection request was already used. If the shop doesn’t appear, start again.',
    }),
};

/**
 * Returns the problem of a shop that belongs to another team. Names the shop, never the team.
 * @param availableAt when it may be taken over if the other team does not consent again; null while its consent is
 * valid
 */
export function shopLinkedElsewhereProblem(name: string, availableAt: Date | null): Problem {
  const wait = availableAt
    ? {
        vi: `Bạn cũng có thể liên kết tại đây từ ${formatDateTime(availableAt, true)}, nếu đến lúc đó nhóm kia chưa cấp lại quyền truy cập.`,
        en: `You can also connect it here starting ${formatDateTime(availableAt, false)}, unless that team renews access before then.`,
      }
    : {
        vi: `Nếu không liên hệ được, hãy huỷ quyền của Seller Connect trên sàn: sau ${takeoverWaitDays} ngày mà nhóm kia chưa cấp lại quyền, bạn liên kết được tại đây.`,
        en: `If you can’t reach them, revoke Seller Connect’s access on the marketplace. If that team hasn’t renewed it after ${takeoverWaitDays} days, you can connect the shop here.`,
      };
  return new Problem(
    409,
    'shop_linked_elsewhere',
    {
      vi: `Gian hàng “${name}” đang được liên kết với một nhóm khác. Hãy nhờ nhóm đó ngắt liên kết rồi liên kết lại tại đây. ${wait.vi}`,
      en: `The shop “${name}” is connected to another team. Ask that team to disconnect it, then connect it here. ${wait.en}`,
    },
    { shop: name },
  );
}

/**
 * Returns the problem of a user who wanted to link one shop again, but consented with an account of other shops.
 * Nothing is linked, so that no shop is added by mistake; the user can link it as a new shop with one click.
 */
export function otherAccountProblem(
  expected: { name: string; shopId: string },
  authorizedNames: readonly string[],
): Problem {
  const list = (language: 'vi' | 'en') => new Intl.ListFormat(language).format(authorizedNames);
  return new Problem(
    409,
    'other_account',
    {
      vi: `Tài khoản bạn vừa chọn mở gian hàng ${list('vi')}, không phải ${expected.name}. Chưa có gì thay đổi.`,
      en: `The account you chose is for ${list('en')}, not ${expected.name}. Nothing was changed.`,
    },
    { wanted: expected.name, opened: authorizedNames, shopId: expected.shopId },
  );
}

/** Problems of a failed link. Those without a code have the one of the partner's error. */
const linkFailures = {
  invalidCode: {
    status: 400,
    code: 'code_refused',
    text: {
      vi: 'Mã cho phép đã hết hạn hoặc đã được dùng. Vui lòng liên kết lại từ đầu.',
      en: 'The authorization code has expired or was already used. Start again.',
    },
  },
  missingShop: {
    status: 400,
    code: 'shop_unnamed',
    text: {
      vi: 'Sàn không cho biết quyền này là của gian hàng nào. Vui lòng liên kết lại từ đầu và đăng nhập bằng tài khoản của gian hàng.',
      en: 'The marketplace didn’t say which shop this access is for. Start again and sign in with the shop’s account.',
    },
  },
  permissionDeclined: {
    status: 400,
    code: 'permission_declined',
    text: {
      vi: 'Bạn chưa cho phép đọc số liệu quảng cáo. Vui lòng liên kết lại và giữ quyền này được chọn.',
      en: 'You didn’t grant access to ad data. Start again and leave this permission selected.',
    },
  },
  noAdAccounts: {
    status: 400,
    code: 'no_ad_accounts',
    text: {
      vi: 'Không có tài khoản quảng cáo nào được chọn. Vui lòng liên kết lại và chọn ít nhất một tài khoản.',
      en: 'No ad account was selected. Start again and select at least one.',
    },
  },
  throttled: {
    status: 503,
    code: null,
    text: {
      vi: 'Sàn đang giới hạn số lượt gọi. Vui lòng thử lại sau ít phút.',
      en: 'The marketplace is limiting requests. Try again in a few minutes.',
    },
  },
  not_permitted: {
    status: 502,
    code: null,
    text: {
      vi: 'Sàn chưa cấp cho ứng dụng của chúng tôi quyền cần thiết. Vui lòng báo cho chúng tôi mã yêu cầu.',
      en: 'The marketplace hasn’t granted our app the permission this requires. Contact us with the request ID.',
    },
  },
  unavailable: {
    status: 502,
    code: null,
    text: {
      vi: 'Sàn hiện không phản hồi. Vui lòng thử lại sau ít phút.',
      en: 'The marketplace isn’t responding right now. Try again in a few minutes.',
    },
  },
  other: {
    status: 502,
    code: null,
    text: {
      vi: 'Sàn không chấp nhận liên kết này. Vui lòng thử lại; nếu vẫn lỗi, hãy báo cho chúng tôi mã yêu cầu.',
      en: 'The marketplace didn’t accept this connection. Try again. If it still fails, contact us with the request ID.',
    },
  },
} as const;

/** Failures by the partner's error code. `missingShop`: the redirect names no shop, or one that the code does not open. */
const failuresByCode = new Map<string, keyof typeof linkFailures>([
  ['InvalidCode', 'invalidCode'],
  ['invalid_code', 'invalidCode'],
  ['shop_missing', 'missingShop'],
  ['invalid_shop_id', 'missingShop'],
  ['invalid_main_acount_id', 'missingShop'],
  ['permission_declined', 'permissionDeclined'],
  ['no_ad_accounts', 'noAdAccounts'],
]);

function linkFailureOf({ code, kind }: PartnerError): keyof typeof linkFailures {
  const byCode = failuresByCode.get(code);
  if (byCode) return byCode;
  return kind === 'throttled' || kind === 'not_permitted' || kind === 'unavailable'
    ? kind
    : 'other';
}

/** Converts a partner's error during linking into a problem with a message for the seller. */
export function linkingProblem(error: PartnerError): Problem {
  const { status, code, text } = linkFailures[linkFailureOf(error)];
  return new Problem(status, code ?? error.messageCode, text, { partnerCode: error.code });
}
