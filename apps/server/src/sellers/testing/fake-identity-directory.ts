import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { People, Person } from '../identity-directory.ts';

/** An identity provider that knows these people; the bearer token is the name, `google-` before it for Google's. */
export interface KnownPeople extends People {
  add(name: string, facts?: Partial<Person>): Person;
  get(name: string): Person;
}

export function knowPeople(...names: string[]): KnownPeople {
  const people = new Map<string, Person>();
  const came = new Map<string, string>();
  const bySub = (sub: string) => [...people.values()].find((person) => person.sub === sub) ?? null;

  const known: KnownPeople = {
    add(name, facts = {}) {
      const person: Person = {
        sub: newId(),
        tenantId: newId(),
        name,
        picture: null,
        email: `${name}@test.vn`,
        emailVerified: true,
        phoneNumber: null,
        address: null,
        birthday: null,
        roles: ['seller'],
        permissions: [],
        metaData: {},
        updatedAt: null,
        ...facts,
      };
      people.set(name, person);
      return person;
    },
    get(name) {
      const person = people.get(name);
      if (!person) throw new Error(`Nobody is called ${name}`);
      return person;
    },
    verifyAccessToken: async (token) => {
      const person = people.get(token);
      return person ? { ...person, sessionEndsAt: null, sessionUid: `sign-in of ${token}` } : null;
    },
    googleAccount: async (token, { address }) => {
      if (token === 'google-limited') {
        const words = { vi: address, en: address };
        throw new Problem(429, 'rate_limited', words, { retryAfterSeconds: 17 });
      }
      const person = people.get(token.replace('google-', ''));
      if (!person || !token.startsWith('google-')) {
        throw new Problem(404, 'google_account_unknown', { vi: 'Chưa có', en: 'Unknown' });
      }
      return person;
    },
    person: async (sub) => bySub(sub),
    async moveToTeam(sub, from, to) {
      const person = bySub(sub);
      if (person?.tenantId !== from) return false;
      came.set(sub, from);
      person.tenantId = to;
      return true;
    },
    async leaveTeam(sub, from) {
      const person = bySub(sub);
      if (person?.tenantId === from) {
        person.tenantId = came.get(sub) ?? newId();
        came.delete(sub);
      }
      return person?.tenantId ?? null;
    },
    admitLink: async () => null,
    canSendLetters: true,
  };
  for (const name of names) known.add(name);
  return known;
}
