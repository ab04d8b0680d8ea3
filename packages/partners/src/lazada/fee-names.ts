import type { FeeTable } from '../fee-table.ts';

/**
 * Lazada's `fee_type` numbers, as its list of them names them. A change here raises `mappingVersion`.
 * https://open.lazada.com/apps/doc/doc?nodeId=29617&docId=120956
 */
export const feeTable: FeeTable = {
  // Item Price Credit; presale deposits and what gives them back.
  '13': 'item_price',
  '212': 'item_price',
  '213': 'item_price',
  // Reversal Item Price.
  '14': 'refund',
  '16': 'commission',
  '15': 'commission',
  '3': 'payment_fee',
  '4': 'payment_fee',
  // Promotional charges: bundles, vouchers, general; then their reversals.
  '117': 'seller_voucher',
  '118': 'seller_voucher',
  '119': 'seller_voucher',
  '120': 'seller_voucher',
  '121': 'seller_voucher',
  '122': 'seller_voucher',
  // Seller Funded Marketing Voucher and Flexi-Combo, each with its reversal.
  '202': 'seller_voucher',
  '203': 'seller_voucher',
  '209': 'seller_voucher',
  '210': 'seller_voucher',
  // Automated shipping subsidy: what the seller pays for the programme that ships free.
  '157': 'programme_fee',
  '158': 'programme_fee',
  '8': 'shipping_buyer',
  '142': 'shipping_buyer',
  '28': 'shipping_carrier',
  '211': 'shipping_subsidy',
  '7': 'shipping_seller',
  '143': 'shipping_seller',
  '26': 'shipping_seller',
  '200': 'shipping_seller',
  '112': 'ads_charge',
  // Claims for what was lost or damaged.
  '47': 'compensation',
  '48': 'compensation',
  '85': 'compensation',
  '206': 'compensation',
  '54': 'penalty',
  '80': 'penalty',
  '81': 'penalty',
  '103': 'penalty',
  '19': 'adjustment',
  '36': 'adjustment',
  '37': 'adjustment',
  '20': 'other',
};
