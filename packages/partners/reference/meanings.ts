import type { PartnerErrorKind } from '../src/connector/partner-error.ts';
import type { ErrorEntry } from './reference-document.ts';

/** Allowed error kinds by the documented meaning of an error. */
const kinds: Readonly<Record<ErrorEntry['meaning'], readonly PartnerErrorKind[]>> = {
  token: ['unauthorized', 'needs_reauthorization'],
  permission: ['not_permitted'],
  throttled: ['throttled'],
  unavailable: ['unavailable'],
  not_found: ['invalid_request'],
  invalid_request: ['invalid_request'],
  // The key is not the application's: either the request is rejected, or the operator has to act.
  signature: ['invalid_request', 'not_permitted'],
};

export function errorKindsFor(meaning: ErrorEntry['meaning']): readonly PartnerErrorKind[] {
  return kinds[meaning];
}

/** Enumerations that no connector interprets, each with the reason. */
export const uninterpretedEnumerations: Readonly<Record<string, Readonly<Record<string, string>>>> =
  {
    shopee: {
      OrderStatusFilter: 'a filter that the connector does not send',
      ReturnRequestType: 'a case counts by what it ends with, not by what was asked for',
      MoneyFlow: 'the sign of the amount says the same',
      ModelStatus: 'a variant has the status of its listing',
      ShopStatus: 'stored as it is written',
    },
    tiktok: {
      ShippingType: 'who ships changes no metric',
      ProductStatusFilter: 'a filter that the connector does not send',
      SellerType: 'the region of the shop decides its currency and its days',
    },
    lazada: {
      ItemStatusFilter: 'a filter that the connector does not send',
      SellerStatus: 'stored as it is written',
    },
    tiki: {
      OrderInclude: 'a parameter of requests, of which each is checked',
      RegistrationStatus: 'a seller who has linked the shop may be read whatever it is',
    },
    facebook: {
      ConfiguredStatus: 'the effective status counts',
      Objective: 'stored as it is written',
    },
  };
