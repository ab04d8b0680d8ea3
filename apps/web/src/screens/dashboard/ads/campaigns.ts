/** Loaded only when the breakdown by campaign is opened. */
export { CampaignBreakdown as default } from './CampaignBreakdown.tsx';
