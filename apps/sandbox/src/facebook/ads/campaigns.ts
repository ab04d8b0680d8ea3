/** Campaigns, ad sets and ads of an account. They advertise the products of the world's shops. */
import { catalogue } from '../../world/shops/catalogue.ts';
import type { CatalogueProduct, Category } from '../../world/shops/catalogue.ts';
import { draw, mix } from '../../world/random.ts';
import type { AdAccount } from './accounts.ts';

type Status = 'ACTIVE' | 'PAUSED' | 'DELETED' | 'ARCHIVED';

export interface Campaign {
  readonly id: string;
  readonly name: string;
  readonly objective: 'OUTCOME_SALES' | 'OUTCOME_TRAFFIC' | 'CONVERSIONS';
  readonly status: Status;
  /** Share of the account's spend. */
  readonly weight: number;
  /** Return on its spend, relative to an average campaign. */
  readonly pull: number;
  /** Days on which it runs, inclusive. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** Runs only around November 11. */
  readonly seasonal: boolean;
  readonly adSets: readonly AdSet[];
}

export interface AdSet {
  readonly id: string;
  readonly name: string;
  readonly status: Status;
  readonly goal: 'OFFSITE_CONVERSIONS' | 'LINK_CLICKS';
  readonly weight: number;
  readonly ads: readonly Ad[];
}

export interface Ad {
  readonly id: string;
  readonly name: string;
  readonly status: Status;
  readonly weight: number;
  readonly product: CatalogueProduct;
  /** Seeds every random draw for this ad. */
  readonly hash: number;
}

const categoryNames: Readonly<Record<Category, string>> = {
  fashion: 'Thời trang',
  home: 'Nhà cửa',
  food: 'Đặc sản',
  beauty: 'Mỹ phẩm',
  baby: 'Mẹ & bé',
  electronics: 'Phụ kiện số',
};

/** Above 2^53, like current IDs of Facebook. */
const idBase = 120_210_000_000_000_000n;

interface Plan {
  readonly name: string;
  readonly category: Category;
  readonly objective: Campaign['objective'];
  readonly status: Status;
  readonly weight: number;
  readonly pull: number;
  /** Days after the first day of ads; null for no end. */
  readonly from: number;
  readonly days: number | null;
  readonly seasonal?: true;
}

function plansOf(category: Category, isOnly: boolean): readonly Plan[] {
  const name = categoryNames[category];
  const sales = { category, objective: 'OUTCOME_SALES' } as const;
  const plans: Plan[] = [
    {
      ...sales,
      name: `${name} | Bán hàng`,
      status: 'ACTIVE',
      weight: 1,
      pull: 1,
      from: 0,
      days: null,
    },
    {
      ...sales,
      name: `${name} | Khách cũ`,
      status: 'ACTIVE',
      weight: 0.35,
      pull: 1.7,
      from: 45,
      days: null,
    },
    {
      category,
      objective: 'OUTCOME_TRAFFIC',
      name: `${name} | Kéo truy cập`,
      status: 'PAUSED',
      weight: 0.3,
      pull: 0.25,
      from: 90,
      days: 240,
    },
    {
      ...sales,
      name: `${name} | 11.11`,
      status: 'ACTIVE',
      weight: 0.8,
      pull: 1.3,
      from: 0,
      days: null,
      seasonal: true,
    },
  ];
  if (isOnly) return plans;
  return [
    ...plans,
    // Deleted objects are missing from lists, but their past insights remain.
    {
      category,
      objective: 'CONVERSIONS',
      name: `${name} | Thử nghiệm cũ`,
      status: 'DELETED',
      weight: 0.4,
      pull: 0.5,
      from: 20,
      days: 150,
    },
    {
      ...sales,
      name: `${name} | Xả kho`,
      status: 'ARCHIVED',
      weight: 0.25,
      pull: 0.9,
      from: 200,
      days: 60,
    },
  ];
}

const audiences = [
  ['Tệp rộng 22–45', 0.65],
  ['Tệp tương tự 1%', 0.35],
] as const;

function adsOf(account: AdAccount, category: Category, start: number, hash: number): readonly Ad[] {
  const products = catalogue.filter((product) => product.category === category);
  return [0, 1].flatMap((position) => {
    const product = products[(start + position * 3) % products.length];
    if (product === undefined) return [];
    return {
      id: String(idBase + BigInt(account.slot) * 1_000_000_000n + BigInt(start * 10 + position)),
      name: `${product.name} | ${position === 0 ? 'Video' : 'Ảnh'}`,
      status: draw(hash, position) < 0.15 ? 'PAUSED' : 'ACTIVE',
      weight: position === 0 ? 0.6 : 0.4,
      product,
      hash: mix(hash, 100 + position),
    };
  });
}

/** Returns everything the account ever advertised with, ordered by ID. */
export function campaignsOf(
  account: AdAccount,
  seed: number,
  firstDay: number,
): readonly Campaign[] {
  const accountHash = mix(mix(seed, 0xfaceb0), account.slot);
  const end = account.endsAfterDays === null ? Infinity : firstDay + account.endsAfterDays;
  const plans = account.categories.flatMap((category, position) =>
    plansOf(category, position > 0 || account.endsAfterDays !== null),
  );
  const base = idBase + BigInt(account.slot) * 1_000_000_000n;
  return plans.map((plan, index): Campaign => {
    const hash = mix(accountHash, index);
    const lastDay = plan.days === null ? Infinity : firstDay + plan.from + plan.days - 1;
    return {
      id: String(base + 100_000_000n + BigInt(index)),
      name: plan.name,
      objective: plan.objective,
      status: plan.status,
      weight: plan.weight,
      pull: plan.pull,
      firstDay: firstDay + plan.from,
      lastDay: Math.min(lastDay, end - 1),
      seasonal: plan.seasonal === true,
      adSets: audiences.map(([audience, weight], position) => ({
        id: String(base + 200_000_000n + BigInt(index * 10 + position)),
        name: `${audience} | ${plan.name}`,
        status: 'ACTIVE',
        goal: plan.objective === 'OUTCOME_TRAFFIC' ? 'LINK_CLICKS' : 'OFFSITE_CONVERSIONS',
        weight,
        ads: adsOf(
          account,
          plan.category,
          (index * 2 + position) * 10 + position + 1,
          mix(hash, position),
        ),
      })),
    };
  });
}
