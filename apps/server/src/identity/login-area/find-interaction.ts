import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';

/** Returns the interaction of a URL, or null. The interaction's cookie is the proof; the URL only names it. */
export async function findInteraction(
  provider: Provider,
  request: FastifyRequest<{ Params: { interaction: string } }>,
  reply: FastifyReply,
) {
  try {
    const found = await provider.interactionDetails(request.raw, reply.raw);
    return found.uid === request.params.interaction ? found : null;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}
