import { Tooltip } from '@seller-connect/ui';
import { texts } from '../texts.ts';

/** Marketplaces' names of payment methods, in capital letters only. */
const knownMethods: Readonly<Record<string, keyof typeof texts.paymentMethods>> = {
  MIXEDCARD: 'card',
  CREDITCARD: 'card',
  CREDITDEBITCARD: 'card',
  DEBITCARD: 'card',
  CARD: 'card',
  CYBERSOURCE: 'card',
  INTERNETBANKING: 'onlineBanking',
  NETBANKING: 'onlineBanking',
  BANKTRANSFER: 'bankTransfer',
  MOMO: 'momo',
  ZALOPAY: 'zalopay',
  VNPAY: 'vnpay',
  VNPAYQR: 'vnpay',
  SHOPEEPAY: 'shopeepay',
  SPAYLATER: 'spaylater',
  LAZADAWALLET: 'lazadaWallet',
};

/** Shows the localized payment method, or the marketplace's own name if it is unknown. */
export function PaymentMethod({ raw }: { readonly raw: string }) {
  if (raw.trim() === '') return '–';
  const method = knownMethods[raw.toUpperCase().replaceAll(/[^A-Z]/g, '')];
  if (method === undefined) return raw;
  return <Tooltip content={texts.marketplaceStatus(raw)}>{texts.paymentMethods[method]}</Tooltip>;
}
