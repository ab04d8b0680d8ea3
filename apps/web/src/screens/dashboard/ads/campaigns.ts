/** Loaded once a breakdown by campaign is wanted. */
export { CampaignBreakdown as default } from './CampaignBreakdown.tsx';
