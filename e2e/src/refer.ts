import type { Product } from './product.ts';

/** Credentials of the demo's reporting tool. The secret is public, like the password of the demo accounts. */
export const referTool = {
  authorization: `Basic ${Buffer.from('so-ban-hang:demo-reporting-tool-secret-2026-0001').toString('base64')}`,
};

/** Creates a refer link like the demo's reporting tool. */
export async function makeReferLink(
  product: Product,
  options: { expiresInSeconds?: number } = {},
): Promise<{ url: string; reference: string }> {
  const response = await fetch(`${product.origin}/referral`, {
    method: 'POST',
    headers: { ...referTool, 'content-type': 'application/json' },
    body: JSON.stringify(options),
  });
  if (!response.ok) throw new Error(`No refer link was created: ${await response.text()}`);
  const link: { url: string; reference: string } = await response.json();
  return link;
}
