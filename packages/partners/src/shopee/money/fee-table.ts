import type { FeeClass, FeeTable } from '../../canonical/money.ts';

/** A part of an order's income. `sign` is negative for deductions, which the platform writes as positive amounts. */
export interface IncomePart {
  readonly feeClass: FeeClass;
  readonly sign: 1n | -1n;
}

const credit = (feeClass: FeeClass): IncomePart => ({ feeClass, sign: 1n });
const debit = (feeClass: FeeClass): IncomePart => ({ feeClass, sign: -1n });

/**
 * The fields of `order_income` that add up to `escrow_amount` for a local shop. Other fields repeat these, show who
 * paid a discount, or belong to the buyer (`cross_border_tax`). A change here or below requires a higher
 * `mappingVersion`.
 * @see https://open.shopee.com/documents/v2/v2.payment.get_escrow_detail for the formula
 */
export const incomeParts: Readonly<Record<string, IncomePart>> = {
  // After the seller's own discount; the platform's vouchers do not reduce it.
  original_cost_of_goods_sold: credit('item_price'),
  original_shopee_discount: debit('item_subsidy'),
  shopee_discount: credit('item_subsidy'),
  seller_return_refund: credit('refund'),
  voucher_from_seller: debit('seller_voucher'),
  seller_coin_cash_back: debit('seller_voucher'),
  trade_in_bonus_by_seller: debit('seller_voucher'),
  buyer_paid_packaging_fee: credit('other'),
  buyer_paid_shipping_fee: credit('shipping_buyer'),
  actual_shipping_fee: debit('shipping_carrier'),
  shopee_shipping_rebate: credit('shipping_subsidy'),
  shipping_fee_discount_from_3pl: credit('shipping_subsidy'),
  reverse_shipping_fee: debit('shipping_seller'),
  final_return_to_seller_shipping_fee: debit('shipping_seller'),
  overseas_return_service_fee: debit('shipping_seller'),
  rsf_seller_protection_fee_claim_amount: credit('compensation'),
  commission_fee: debit('commission'),
  seller_transaction_fee: debit('payment_fee'),
  service_fee: debit('programme_fee'),
  campaign_fee: debit('programme_fee'),
  delivery_seller_protection_fee_premium_amount: debit('programme_fee'),
  shipping_seller_protection_fee_amount: debit('programme_fee'),
  seller_order_processing_fee: debit('infrastructure_fee'),
  order_ams_commission_fee: debit('affiliate_commission'),
  ads_escrow_top_up_fee_or_technical_support_fee: debit('ads_charge'),
  fbs_fee: debit('other'),
  escrow_tax: debit('tax_withheld'),
  withholding_tax: debit('tax_withheld'),
  withholding_vat_tax: debit('tax_withheld'),
  withholding_pit_tax: debit('tax_withheld'),
  withholding_cit_tax: debit('tax_withheld'),
  vat_on_imported_goods: debit('tax_withheld'),
  sales_tax_on_lvg: debit('tax_withheld'),
  final_escrow_product_gst: debit('tax_withheld'),
  shipping_fee_sst: debit('tax_withheld'),
  reverse_shipping_fee_sst: debit('tax_withheld'),
  th_import_duty: debit('tax_withheld'),
};

/** Fields with a different name in `v2.payment.get_escrow_detail_batch`. */
export const batchNames: Readonly<Record<string, string>> = {
  trade_in_bonus_by_seller: 'trade_in_bonus_seller',
  shipping_fee_discount_from_3pl: 'shipping_fee_discount_from_pl',
};

/**
 * The same for an affiliate shop of a cross-border seller. Amounts are in the primary shop's currency; `exchange_rate`
 * converts them to the affiliate shop's currency.
 */
export const affiliateParts: Readonly<Record<string, IncomePart>> = {
  original_price_pri: credit('item_price'),
  seller_return_refund_pri: debit('refund'),
  drc_adjustable_refund_pri: debit('refund'),
  commission_fee_pri: debit('commission'),
  service_fee_pri: debit('programme_fee'),
};

/**
 * Fee classes of balance movements that are not part of an order's escrow, by type. Source: the reference of
 * `v2.payment.get_wallet_transaction_list`.
 */
export const walletTable: FeeTable = {
  ADJUSTMENT_ADD: 'adjustment',
  ADJUSTMENT_MINUS: 'adjustment',
  ADJUSTMENT_CENTER_ADD: 'adjustment',
  ADJUSTMENT_CENTER_DEDUCT: 'adjustment',
  FBS_ADJUSTMENT_ADD: 'adjustment',
  FBS_ADJUSTMENT_MINUS: 'adjustment',
  // The carrier's price of a failed delivery.
  FSF_COST_PASSING_DEDUCT: 'shipping_seller',
  PAID_ADS_CHARGE: 'ads_charge',
  PAID_ADS_REFUND: 'ads_charge',
  AFFILIATE_ADS_SELLER_FEE: 'affiliate_commission',
  AFFILIATE_ADS_SELLER_FEE_REFUND: 'affiliate_commission',
  AFFILIATE_FEE_DEDUCT: 'affiliate_commission',
  // Argentina's withholding taxes.
  PERCEPTION_VAT_TAX_DEDUCT: 'tax_withheld',
  PERCEPTION_TURNOVER_TAX_DEDUCT: 'tax_withheld',
};

/** Movements that an order's escrow already contains, that advance it, or that only withdraw money from the balance. */
export const ignoredWalletTypes: ReadonlySet<string> = new Set([
  'ESCROW_VERIFIED_ADD',
  'ESCROW_VERIFIED_MINUS',
  'FAST_ESCROW_DISBURSE',
  'FAST_ESCROW_DISBURSE_REMAIN',
  'FAST_ESCROW_DEDUCT',
  'WITHDRAWAL_CREATED',
  'WITHDRAWAL_COMPLETED',
  'WITHDRAWAL_CANCELLED',
]);
