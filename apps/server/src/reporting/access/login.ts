/** The name that a tool signs in with where it has to give one: of HTTP Basic and of the database alike. */
export function loginOf(accessId: string): string {
  return `report_${accessId.replaceAll('-', '')}`;
}
