import type { FeeClass, FeeTable } from '../../canonical/money.ts';

/**
 * Fee classes of Lazada's `fee_type` numbers, including their reversals and corrections. A change here requires a
 * higher `mappingVersion`.
 * @see https://open.lazada.com/apps/doc/doc?nodeId=29617&docId=120956
 */
const codes: readonly (readonly [FeeClass, string])[] = [
  // Item prices and presale deposits.
  ['item_price', '13 212 213 501'],
  // Reversed item prices, and refunds paid outside of the platform.
  ['refund', '14 280 326 505'],
  // Lazada's contribution to the item's price.
  ['item_subsidy', '59 502 504'],
  // Promotional charges (bundles, vouchers, general), marketing vouchers, Flexi-Combo, Lazcoin discounts.
  ['seller_voucher', '117 118 119 120 121 122 202 203 209 210 289 306 307'],
  // Commissions: standard, utility payments, Seller Picks, LazChoice, Kakak Asuh.
  ['commission', '15 16 65 66 123 218 219 274 275 277 278 287 288'],
  // Payments, cash on delivery, installments, pay-later interest.
  ['payment_fee', '3 4 67 84 135 221 222 267 268 270 271 272 273 286 513 514'],
  // Automated shipping subsidy (the seller's share), Free Shipping Max, LCP, Lazada Bonus, DPP, shared campaigns.
  [
    'programme_fee',
    `157 158 298 299 304 305 318 319 320 321 322 323
    1023 1024 1025 1026 1061 1063 1065 1081 1083 1085`,
  ],
  ['affiliate_commission', '239 240 261'],
  // Sponsored products and discovery with their vouchers, rebates and claims; social media; brand sponsorship.
  ['ads_charge', '112 208 214 248 249 250 259 260 262 263 264 265 285 290 327 328'],
  // Shipping paid by the buyer.
  ['shipping_buyer', '8 42 43 142 518'],
  // The carrier's price with surcharges, insurance, weight corrections and cross-border legs.
  ['shipping_carrier', '21 27 28 46 124 129 141 159 160 161 253 291 308 309 1027'],
  // Lazada's vouchers, subsidies and cashback for shipping.
  ['shipping_subsidy', '211 317 331 500 503 512'],
  // Shipping paid by the seller: outbound, return, pickup, failed deliveries, own subsidy.
  ['shipping_seller', '7 26 49 127 128 143 200 279 1028'],
  // Claims for lost or damaged goods and for incorrect charges, with their reversals.
  [
    'compensation',
    `24 47 48 61 85 125 126 140 206 207 215 216 217 223 224 225 226 228 229 230 231 232 233 234
    252 281 295`,
  ],
  // Penalties for orders, content and parcels.
  [
    'penalty',
    `23 54 55 60 68 69 70 71 72 73 74 75 76 77 78 79 80 81 87 88 89 90 91 92 93 94 95 96 97 98 99
    100 101 102 103`,
  ],
  // Credits and debits of the seller's balance.
  ['adjustment', '19 36 37 44 45 62 63 64 82 83 104 107 108 111 115 116 144 145 235 236 329 330'],
  // Withholding tax, import duties, import tax and VAT.
  ['tax_withheld', '201 251 292 293 294'],
  // Services: warehouse (FBL), picking and packing, training, verification, deposits.
  [
    'other',
    `20 22 25 29 34 35 52 53 109 114 130 132 134 220 227 237 238 254 255 256 269 276 282 283 296 297
    310 311 312 313 314 315 316 324 325`,
  ],
];

export const feeTable: FeeTable = Object.fromEntries(
  codes.flatMap(([feeClass, list]) => list.split(/\s+/).map((code) => [code, feeClass])),
);
