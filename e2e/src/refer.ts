import type { Product } from './product.ts';

/** Credentials of the demo's reporting tool. The secret is public, like the password of the demo accounts. */
export const referTool = {
  authorization: `Basic ${Buffer.from('so-ban-hang:demo-reporting-tool-secret-2026-0001').toString('base64')}`,
};

/** Creates a refer link like the demo's reporting tool. */
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
