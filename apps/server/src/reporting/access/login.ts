/** Returns the login of a tool, for clients that need a user name (HTTP Basic). */
export function loginName(accessId: string): string {
  return `report_${accessId.replaceAll('-', '')}`;
}
