import { createEraser, namesShop } from '../platform/database/eraser.ts';
import { severalShops } from './alert-rules/rule-store.ts';

/** Ad account tables call the shop's id `account_id`: an ad account is linked as a shop. */
const ofAdAccount = (table: string) => ({ table, where: 'account_id = $2' });

/** Alert rules about several shops. */
const ofSeveralShops = `shop_id = '${severalShops}' and $2 = any(shop_ids)`;

export const reportingEraser = createEraser(
  [
    {
      table: 'reporting.recon_difference',
      where: `check_id in (select check_id from reporting.recon_check where tenant_id = $1 and shop_id = $2)`,
    },
    { table: 'reporting.recon_check' },
    { table: 'reporting.agg_fee_day' },
    { table: 'reporting.agg_shop_day' },
    { table: 'reporting.agg_shop_hour' },
    { table: 'reporting.agg_sku_day' },
    { table: 'reporting.agg_sku_bucket' },
    { table: 'reporting.fact_order' },
    { table: 'reporting.fact_order_item' },
    { table: 'reporting.fact_return' },
    { table: 'reporting.listing' },
    { table: 'reporting.order_item' },
    { table: 'reporting.order_payout' },
    { table: 'reporting.return_case' },
    { table: 'reporting.return_item' },
    { table: 'reporting.sales_order' },
    { table: 'reporting.settlement_line' },
    { table: 'reporting.shop_currency' },
    { table: 'reporting.sku' },
    { table: 'reporting.sku_picture' },
    { table: 'reporting.sku_bucket' },
    { table: 'reporting.sales_velocity' },
    { table: 'reporting.stock_day' },
    { table: 'reporting.price_day' },
    { table: 'reporting.target' },
    { table: 'reporting.alert', where: namesShop('finding') },
    {
      table: 'reporting.report_issue',
      where: `figures -> 'shops' @> jsonb_build_array(jsonb_build_object('key', $2::text))`,
    },
    {
      table: 'reporting.alert_rule',
      where: `${ofSeveralShops} and cardinality(shop_ids) > 1`,
      change: 'shop_ids = array_remove(shop_ids, $2)',
    },
    { table: 'reporting.alert_rule', where: `(shop_id = $2 or (${ofSeveralShops}))` },
    { table: 'reporting.chart_note' },
    { table: 'reporting.statement' },
    { table: 'reporting.unsold_order_item' },
    { table: 'reporting.shop' },
    ofAdAccount('reporting.agg_ad_day'),
    ofAdAccount('reporting.fact_ad_daily'),
    ofAdAccount('reporting.ad_insight_daily'),
    ofAdAccount('reporting.ad'),
    ofAdAccount('reporting.ad_set'),
    ofAdAccount('reporting.ad_campaign'),
    ofAdAccount('reporting.ad_account'),
  ],
  [
    'reporting.recon_progress',
    'reporting.access',
    'reporting.report_delivery',
    'reporting.report_recipient',
    'reporting.report_schedule',
    'reporting.saved_view',
    'reporting.alert_mute',
    'reporting.alert_evaluation',
  ],
);
