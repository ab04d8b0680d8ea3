import { PartnerError } from '../connector/partner-error.ts';
import { lookUp } from './fields.ts';
import { required } from './items.ts';

/** Properties of a country or market of a marketplace. */
export interface Region {
  currency: string;
  timeZone: string;
}

/** Returns functions that look up the regions of a marketplace by ISO 3166 alpha-2 codes, in either case. */
export function createRegions<Properties extends Region>(
  regions: Readonly<Record<string, Properties>>,
) {
  /** Returns null for a region in which the marketplace does not operate. */
  const findRegion = (code: string): Properties | null =>
    lookUp(regions, code.toUpperCase()) ?? null;

  return {
    findRegion,

    /** Returns the region of a shop whose stored item is mapped. @throws InvalidItemError for an unknown region */
    regionOf: (shop: { region: string }): Properties =>
      required(findRegion(shop.region), `region ${shop.region} is unknown`),

    /** @throws PartnerError `invalid_request` for an unknown region */
    requireRegion(shop: { region: string }, endpoint = ''): Properties {
      const region = findRegion(shop.region);
      if (region !== null) return region;
      throw new PartnerError({ kind: 'invalid_request', code: 'unknown_region', endpoint });
    },
  };
}
