/** Under this name the ids of a format's messages are kept of which some recipient had no room when they were delivered. */
export function waitingName(format: string): string {
  return `waiting ${format}`
}
