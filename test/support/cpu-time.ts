/** What this process has worked so far, ms: what others do meanwhile is not counted. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
