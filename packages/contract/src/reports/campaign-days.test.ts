import { expect, it } from 'vitest';
import { previousCampaignDay, campaignName, latestCampaignDay } from './campaign-days.ts';

it.each([
  ['2026-11-11', '11.11', '2026-10-10'],
  ['2026-09-09', '9.9', '2026-08-08'],
  ['2026-01-01', '1.1', '2025-12-12'],
] as const)('%s is called %s and follows %s', (day, name, previous) => {
  expect(campaignName(day)).toBe(name);
  expect(previousCampaignDay(day)).toBe(previous);
});

it('campaignName is null on other days, and latestCampaignDay is the last one up to a day', () => {
  expect(campaignName('2026-11-12')).toBeNull();
  expect(latestCampaignDay('2026-11-11')).toBe('2026-11-11');
  expect(latestCampaignDay('2026-11-10')).toBe('2026-10-10');
  expect(latestCampaignDay('2026-11-30')).toBe('2026-11-11');
});
