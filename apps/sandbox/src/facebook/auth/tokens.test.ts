import { expect, it } from 'vitest';
import { appSecretProof } from './tokens.ts';

const secrets = ['0123456789abcdef0123456789abcdef', 'f00dbabe00000000deadbeef11111111'] as const;

// Several published implementations agree on each of these values.
it.each([
  [
    secrets[0],
    'EAAGm0PX4ZCpsBASandboxToken0001',
    '7b42ecae7ca1c53e909120aad50480c4d8004522367502b145113eaa3325825d',
  ],
  [
    secrets[0],
    '1234567890123456|sandbox-app-access-token',
    'fbce4008619d6609a523e24efea970b3aaec05a5849cf93d5c236a00da306f6f',
  ],
  [
    secrets[1],
    'EAAGm0PX4ZCpsBASandboxToken0001',
    '5d1e8fa8cbed6ec0f35858edcaa58318da73e4336b89695988bb0b22df13752e',
  ],
  [
    secrets[1],
    'EAABsbCS1iHgBOZCLongLivedToken60daysZD',
    '69f35ed9b70d20e93b23d9577aa2d0f0dee34b8cf62becbb2263540b419801a8',
  ],
  [
    secrets[0],
    '1234567890123456|0123456789abcdef0123456789abcdef',
    '84a628896d098b60710728011a35f4c90393d9eb30ce0107eb2f1b3b95b48d49',
  ],
])('computes the published appsecret_proof %s of %s', (secret, token, proof) => {
  expect(appSecretProof(secret, token, null)).toBe(proof);
});
