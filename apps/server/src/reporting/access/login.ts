/** The name that a tool signs in with where it has to give one, as HTTP Basic wants it. */
export function loginName(accessId: string): string {
  return `report_${accessId.replaceAll('-', '')}`;
}
