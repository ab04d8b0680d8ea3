import type { FeeTable } from '../fee-table.ts';

/**
 * The parts of a transaction, as the statement names them, and the types of adjustments. A change here raises
 * `mappingVersion`. https://partner.tiktokshop.com/docv2/page/get-transactions-by-statement-202501
 */
export const feeTable: FeeTable = {
  subtotal_before_discount_amount: 'item_price',
  seller_discount_amount: 'seller_voucher',
  seller_discount_refund_amount: 'seller_voucher',
  seller_cofunded_discount_amount: 'seller_voucher',
  platform_cofunded_discount_amount: 'item_subsidy',
  platform_discount_amount: 'item_subsidy',
  refund_subtotal_before_discount_amount: 'refund',
  cod_service_fee_amount: 'payment_fee',
  refund_cod_service_fee_amount: 'payment_fee',

  actual_shipping_fee_amount: 'shipping_carrier',
  customer_paid_shipping_fee_amount: 'shipping_buyer',
  refund_customer_shipping_fee_amount: 'shipping_buyer',
  shipping_fee_discount_amount: 'shipping_subsidy',
  platform_shipping_fee_discount_amount: 'shipping_subsidy',
  failed_delivery_subsidy_amount: 'shipping_subsidy',
  return_shipping_fee_amount: 'shipping_seller',
  return_shipping_label_fee_amount: 'shipping_seller',
  shipping_insurance_fee_amount: 'shipping_seller',
  signature_confirmation_fee_amount: 'shipping_seller',

  platform_commission_amount: 'commission',
  dynamic_commission_amount: 'commission',
  referral_fee_amount: 'commission',
  transaction_fee_amount: 'payment_fee',
  credit_card_handling_fee_amount: 'payment_fee',
  affiliate_commission_amount: 'affiliate_commission',
  affiliate_commission_amount_before_pit: 'affiliate_commission',
  affiliate_ads_commission_amount: 'affiliate_commission',
  affiliate_partner_commission_amount: 'affiliate_commission',
  sfp_service_fee_amount: 'programme_fee',
  voucher_xtra_service_fee_amount: 'programme_fee',
  bonus_cashback_service_fee_amount: 'programme_fee',
  live_specials_fee_amount: 'programme_fee',
  flash_sales_service_fee_amount: 'programme_fee',
  mall_service_fee_amount: 'programme_fee',
  fee_per_item_sold_amount: 'infrastructure_fee',
  vn_fix_infrastructure_fee: 'infrastructure_fee',

  vat_amount: 'tax_withheld',
  local_vat_amount: 'tax_withheld',
  pit_amount: 'tax_withheld',
  import_vat_amount: 'tax_withheld',
  customs_duty_amount: 'tax_withheld',
  customs_clearance_amount: 'tax_withheld',
  gst_amount: 'tax_withheld',
  sst_amount: 'tax_withheld',

  // Types of adjustments.
  PLATFORM_PENALTY: 'penalty',
  PLATFORM_REIMBURSEMENT: 'compensation',
  PLATFORM_COMPENSATION: 'compensation',
  LOGISTICS_REIMBURSEMENT: 'compensation',
  PLATFORM_COMMISSION_ADJUSTMENT: 'commission',
  SHIPPING_FEE_ADJUSTMENT: 'shipping_seller',
  GMV_PAYMENT_FOR_ADS: 'ads_charge',
  PROMOTION_ADJUSTMENT: 'adjustment',
  REBATE: 'adjustment',
  CHARGE_BACK: 'adjustment',
  // Held back for a while, and given back by another of its kind.
  RESERVE: 'other',
};

/** Said beside the part that it is in already; it counts only where the sum needs it. */
export const restatements: ReadonlySet<string> = new Set([
  'affiliate_commission_amount_before_pit',
]);
