import { groupDigits, MoneyField, type MoneyFieldProps } from '@seller-connect/ui';
import { language } from '../i18n/index.ts';

const separator = language === 'vi' ? '.' : ',';

/** Formats an amount without decimals for an input. */
export const groupAmount = (amount: string) => groupDigits(amount, separator);

/** A field for amounts, with the thousands separator of the page's language. */
export function AmountField(props: Omit<MoneyFieldProps, 'separator'>) {
  return <MoneyField {...props} separator={separator} />;
}
