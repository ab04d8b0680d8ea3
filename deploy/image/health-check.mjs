// Liveness probe of the image: exits with 0 if the process of this container answers /healthz.
const { PORT, IDENTITY_PORT, ROLES } = process.env;
const roles = (ROLES || 'web,api,identity,worker').split(',').map((role) => role.trim());
const isIdentityOnly =
  roles.every((role) => role === 'identity' || role === 'worker') && roles.includes('identity');
const port = isIdentityOnly ? IDENTITY_PORT || '3001' : PORT || '3000';
const timeoutMs = 4000;
try {
  const { ok } = await fetch(`http://127.0.0.1:${port}/healthz`, {
    signal: AbortSignal.timeout(timeoutMs),
  });
  process.exit(ok ? 0 : 1);
} catch {
  process.exit(1);
}
