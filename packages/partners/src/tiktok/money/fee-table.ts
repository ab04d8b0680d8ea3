import type { FeeTable } from '../../canonical/fee-class.ts';

/**
 * The parts of a transaction and the types of adjustments, all that the reference names. A change here raises
 * `mappingVersion`. https://partner.tiktokshop.com/docv2/page/get-transactionsby-statement-202501
 */
export const feeTable: FeeTable = {
  // Revenue.
  subtotal_before_discount_amount: 'item_price',
  seller_discount_amount: 'seller_voucher',
  seller_discount_refund_amount: 'seller_voucher',
  refund_subtotal_before_discount_amount: 'refund',
  cod_service_fee_amount: 'payment_fee',
  refund_cod_service_fee_amount: 'payment_fee',
  distant_item_fee_amount: 'shipping_buyer',

  // Shipping.
  actual_shipping_fee_amount: 'shipping_carrier',
  customer_paid_shipping_fee_amount: 'shipping_buyer',
  distant_shipping_fee_amount: 'shipping_buyer',
  shipping_fee_discount_amount: 'shipping_subsidy',
  failed_delivery_subsidy_amount: 'shipping_subsidy',
  free_return_subsidy_amount: 'shipping_subsidy',
  shipping_fee_guarantee_reimbursement: 'shipping_subsidy',
  fbt_fulfillment_fee_reimbursement_amount: 'shipping_subsidy',
  fbt_overall_merchant_subsidy: 'shipping_subsidy',
  fbt_key_merchant_subsidy: 'shipping_subsidy',
  tiktok_shop_shipping_incentive_amount: 'shipping_subsidy',
  return_shipping_fee_amount: 'shipping_seller',
  return_shipping_fee_paid_buyer_amount: 'shipping_seller',
  return_shipping_label_fee_amount: 'shipping_seller',
  replacement_shipping_fee_amount: 'shipping_seller',
  exchange_shipping_fee_amount: 'shipping_seller',
  international_leg_logistics_amount: 'shipping_seller',
  shipping_insurance_fee_amount: 'shipping_seller',
  signature_confirmation_fee_amount: 'shipping_seller',
  seller_self_shipping_service_fee_amount: 'shipping_seller',
  shipping_app_service_fee_amount: 'shipping_seller',
  logistics_service_fee: 'shipping_seller',
  fbt_free_shipping_fee_amount: 'shipping_seller',

  // Fees.
  platform_commission_amount: 'commission',
  dynamic_commission_amount: 'commission',
  referral_fee_amount: 'commission',
  refund_administration_fee_amount: 'commission',
  tsp_commission_amount: 'commission',
  platform_semi_managed_commission_fee: 'commission',
  platform_semi_managed_commission_fee_tax: 'commission',
  transaction_fee_amount: 'payment_fee',
  credit_card_handling_fee_amount: 'payment_fee',
  seller_paylater_handling_fee_amount: 'payment_fee',
  dt_handling_fee_amount: 'payment_fee',
  affiliate_commission_amount: 'affiliate_commission',
  affiliate_commission_amount_before_pit: 'affiliate_commission',
  affiliate_commission_before_pit_amount: 'affiliate_commission',
  affiliate_ads_commission_amount: 'affiliate_commission',
  affiliate_partner_commission_amount: 'affiliate_commission',
  affiliate_commission_deposit: 'affiliate_commission',
  affiliate_commission_release: 'affiliate_commission',
  external_affiliate_marketing_fee_amount: 'affiliate_commission',
  cofunded_creator_bonus_amount: 'affiliate_commission',
  gmv_max_ad_fee_amount: 'ads_charge',
  gmv_max_coupon_fee: 'ads_charge',
  tap_shop_ads_commission: 'ads_charge',
  cps_shop_ads_commission_tax_amount: 'ads_charge',
  brand_amplification_program_commission: 'ads_charge',
  brand_amplification_program_fee_tax: 'ads_charge',
  sfp_service_fee_amount: 'programme_fee',
  voucher_xtra_service_fee_amount: 'programme_fee',
  bonus_cashback_service_fee_amount: 'programme_fee',
  live_specials_fee_amount: 'programme_fee',
  flash_sales_service_fee_amount: 'programme_fee',
  mall_service_fee_amount: 'programme_fee',
  cofunded_promotion_service_fee_amount: 'programme_fee',
  smart_promotion_fee_amount: 'programme_fee',
  campaign_resource_fee: 'programme_fee',
  campaign_period_fee_cfp_amount: 'programme_fee',
  campaign_period_fee_cfp_tax_amount: 'programme_fee',
  campaign_period_fee_sp_amount: 'programme_fee',
  campaign_period_fee_sp_tax_amount: 'programme_fee',
  category_led_campaign_fee_amount: 'programme_fee',
  category_led_campaign_fee_tax_amount: 'programme_fee',
  brand_campaign_fee: 'programme_fee',
  brand_campaign_fee_tax: 'programme_fee',
  seller_growth_fee_amount: 'programme_fee',
  pre_order_service_fee_amount: 'programme_fee',
  platform_special_service_fee_amount: 'programme_fee',
  shipping_fee_guarantee_service_fee: 'programme_fee',
  installation_service_fee: 'programme_fee',
  epr_pob_service_fee_amount: 'programme_fee',
  fee_per_item_sold_amount: 'infrastructure_fee',
  vn_fix_infrastructure_fee: 'infrastructure_fee',
  failed_delivery_shipping_fee: 'shipping_seller',
  buyer_fault_return_shipping_fee: 'shipping_seller',
  insurance_fee: 'shipping_seller',
  shipping_insurance_fee_tax_amount: 'shipping_seller',

  // Taxes.
  vat_amount: 'tax_withheld',
  local_vat_amount: 'tax_withheld',
  pit_amount: 'tax_withheld',
  import_vat_amount: 'tax_withheld',
  customs_duty_amount: 'tax_withheld',
  customs_clearance_amount: 'tax_withheld',
  anti_dumping_duty_amount: 'tax_withheld',
  gst_amount: 'tax_withheld',
  sst_amount: 'tax_withheld',
  isr_amount: 'tax_withheld',
  iva_amount: 'tax_withheld',
  cedular_tax: 'tax_withheld',
  sales_tax_referral_fee_amount: 'tax_withheld',
  smart_promotion_fee_tax_amount: 'tax_withheld',

  // Types of adjustments.
  PLATFORM_PENALTY: 'penalty',
  DEDUCTIONS_INCURRED_BY_SELLER: 'penalty',
  'Violation fee (settlement fee)': 'penalty',
  'Violation fee (credit card)': 'penalty',
  PLATFORM_REIMBURSEMENT: 'compensation',
  PLATFORM_COMPENSATION: 'compensation',
  LOGISTICS_REIMBURSEMENT: 'compensation',
  PLATFORM_COMMISSION_ADJUSTMENT: 'commission',
  PLATFORM_COMMISSION_COMPENSATION: 'commission',
  COFUNDED_CREATOR_REWARDS: 'affiliate_commission',
  SHIPPING_FEE_ADJUSTMENT: 'shipping_seller',
  SHIPPING_FEE_COMPENSATION: 'shipping_seller',
  SAMPLE_SHIPPING_FEE: 'shipping_seller',
  SHIPPING_FEE_REBATE: 'shipping_subsidy',
  FBT_WAREHOUSE_SERVICE_FEE: 'programme_fee',
  GMV_PAYMENT_FOR_ADS: 'ads_charge',
  PROMOTION_ADJUSTMENT: 'adjustment',
  REBATE: 'adjustment',
  CHARGE_BACK: 'adjustment',
  // Paid to a buyer, on the seller's account.
  CUSTOMER_SERVICE_COMPENSATION: 'adjustment',
  SELLER_MISSION_REWARD: 'adjustment',
  OTHER_ADJUSTMENT: 'adjustment',
  STAMP_DUTY: 'tax_withheld',
  // What is owed is taken from a card or from sales to come: no cost, and no income.
  'Bill payment (negative balance)': 'other',
  'Bill deduction for negative balance': 'other',
  'Sales proceed (negative balance)': 'other',
  // Held back for a while, and given back by another of its kind.
  RESERVE: 'other',
};

/** Some types of adjustments are sentences, with full-width brackets and blanks at their ends. */
export function feeKey(code: string): string {
  return code.normalize('NFKC').replace(/\s*\(/g, ' (').replace(/\s+/g, ' ').trim();
}

/**
 * Said beside the part that it is in already; it counts only where the sum needs it. The calls spell it in two ways.
 */
export const restatedFees: ReadonlySet<string> = new Set([
  'affiliate_commission_amount_before_pit',
  'affiliate_commission_before_pit_amount',
]);
