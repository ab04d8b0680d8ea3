/** An origin without a listener: redirects to it are inspected, never followed. */
export const appOrigin = 'http://localhost:9';
