/**
 * What is known of the person's permissions.
 *
 * | state   | meaning                                       | next                               |
 * | ------- | --------------------------------------------- | ---------------------------------- |
 * | loading | the provider is being asked                   | known, or failed                   |
 * | known   | the provider's answer; none is an empty list  | loading, once somebody else is there |
 * | failed  | the provider gave no answer                   | loading, by `retry`                |
 */
export type PermissionState =
  | { readonly status: 'loading' }
  | { readonly status: 'known'; readonly permissions: readonly string[] }
  | { readonly status: 'failed'; readonly retry: () => void };
