import type { Product } from './product.ts';

/** How the demo's reporting tool signs in; its secret is as public as the demo accounts' password. */
export const referTool = {
  authorization: `Basic ${Buffer.from('so-ban-hang:demo-reporting-tool-secret-2026-0001').toString('base64')}`,
};

/** A refer link as the demo's reporting tool makes one. */
export async function makeReferLink(
  product: Product,
  wishes: { expiresInSeconds?: number } = {},
): Promise<{ url: string; reference: string }> {
  const answer = await fetch(`${product.origin}/referral`, {
    method: 'POST',
    headers: { ...referTool, 'content-type': 'application/json' },
    body: JSON.stringify(wishes),
  });
  if (!answer.ok) throw new Error(`No refer link was made: ${await answer.text()}`);
  const made: { url: string; reference: string } = await answer.json();
  return made;
}
