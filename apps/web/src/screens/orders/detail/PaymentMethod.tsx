import { Tooltip } from '@seller-connect/ui';
import { texts } from '../texts.ts';

/** Marketplaces' words for ways to pay, in capitals and without signs between them. */
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

/** How an order is paid, in the reader's words; one that is not known as the marketplace writes it. */
export function PaymentMethod({ raw }: { readonly raw: string }) {
  if (raw.trim() === '') return '–';
  const method = knownMethods[raw.toUpperCase().replaceAll(/[^A-Z]/g, '')];
  if (method === undefined) return raw;
  return <Tooltip content={texts.marketplaceStatus(raw)}>{texts.paymentMethods[method]}</Tooltip>;
}
