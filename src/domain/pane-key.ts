/** Names a pane among those of all servers. */
export function paneKey(server: string | null, pane: string): string {
  return `${server ?? ''} ${pane}`
}
