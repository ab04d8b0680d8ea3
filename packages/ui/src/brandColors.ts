export interface BrandColors {
  readonly primary: string;
  readonly secondary: string;
}

export const defaultBrand: BrandColors = { primary: '#1677ff', secondary: '#005EE2' };
