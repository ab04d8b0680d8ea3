/** The part of the control API that is about messages to the application. */
import type { FastifyInstance } from 'fastify';
import { ControlError, recordOf, shopOf, textOf } from '../control/requests.ts';
import type { Clock } from '../clock.ts';
import type { Platform } from '../world/shops/shops.ts';
import type { World } from '../world/world.ts';
import type { Outbox, PushTarget } from './outbox.ts';
import type { PushSide } from './push-source.ts';

export interface PushParts {
  readonly world: World;
  readonly clock: Clock;
  readonly sides: readonly PushSide[];
  readonly outbox: Outbox;
  /** Looks at the world now. */
  readonly look: () => void;
  readonly keep: () => Promise<void>;
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ControlError(400, `"${text}" is not an address such as http://localhost:3000/push.`);
  }
  return text;
}

function targetOf(value: unknown): PushTarget | undefined {
  if (value === null) return undefined;
  if (typeof value === 'string') return { url: addressOf(value), registered: value };
  const given = recordOf(value);
  const url = addressOf(textOf(given, 'url') ?? '');
  return { url, registered: textOf(given, 'registered') ?? url };
}

export function registerPushControl(server: FastifyInstance, parts: PushParts): void {
  const { sides, outbox } = parts;
  const view = () => ({
    platforms: Object.fromEntries(
      sides.map(({ platform }) => [
        platform,
        { target: outbox.target(platform) ?? null, ...outbox.counts(platform) },
      ]),
    ),
  });
  const sideOf = (platform: Platform): PushSide => {
    const side = sides.find((candidate) => candidate.platform === platform);
    if (side === undefined) throw new ControlError(400, `${platform} calls nobody.`);
    return side;
  };

  server.get('/_sandbox/push', view);
  // By platform: an address, an address with the one that is registered, or null for none.
  server.put('/_sandbox/push', (request) => {
    for (const [name, value] of Object.entries(recordOf(request.body))) {
      const side = sides.find(({ platform }) => platform === name.toUpperCase());
      if (side === undefined) throw new ControlError(400, `"${name}" calls nobody.`);
      outbox.setTarget(side.platform, targetOf(value));
    }
    parts.look();
    return view();
  });
  // The seller takes the consent back at the marketplace.
  server.post('/_sandbox/withdraw', async (request) => {
    const { info } = shopOf(parts.world, recordOf(request.body));
    const side = sideOf(info.platform);
    side.withdraw(info.externalShopId);
    const message = side.aboutWithdrawal(info.externalShopId, parts.clock.now());
    if (message !== undefined) outbox.put(side, info.externalShopId, message);
    await parts.keep();
    return { withdrawn: info.externalShopId, told: message !== undefined };
  });
}
