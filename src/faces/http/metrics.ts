/** Counts since the start, and what is now, as Prometheus reads it. */
export type Metrics = {
  readonly count: (name: CounterName, labels?: string) => void
  readonly gauge: (name: GaugeName, by: number) => void
  /** How often it was counted; under labels that have some text in them. */
  readonly total: (name: CounterName, having?: string) => number
  readonly level: (name: GaugeName) => number
  /** `shown`: the labels as others may read them. */
  readonly text: (shown: (labels: string) => string, now: Readonly<Record<string, number>>) => string
}

const counters = {
  requests: 'Requests answered, by route and status',
  messages: 'Messages accepted by POST /message',
  finished: 'Tasks that ended',
  sent: 'Parcels delivered to another swarm',
  received: 'Parcels received from another swarm',
  retried: 'Parcels to be retried',
  undelivered: 'Parcels that could not be delivered; their senders were notified',
} as const
const gauges = { streams: 'Open event streams', waiting: 'Callers waiting for a task' } as const
export type CounterName = keyof typeof counters
export type GaugeName = keyof typeof gauges

export function openMetrics(): Metrics {
  const counts = new Map<string, number>()
  const levels = new Map<GaugeName, number>()
  return {
    count(name, labels = '') {
      const key = `watchpost_${name}_total${labels}`
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    gauge(name, by) {
      levels.set(name, (levels.get(name) ?? 0) + by)
    },
    total: (name, having = '') =>
      [...counts]
        .filter(([key]) => key.startsWith(`watchpost_${name}_total`) && key.includes(having))
        .reduce((sum, [, count]) => sum + count, 0),
    level: (name) => levels.get(name) ?? 0,
    text(shown, now) {
      const lines: string[] = []
      for (const [name, help] of Object.entries(counters)) {
        const full = `watchpost_${name}_total`
        lines.push(`# HELP ${full} ${help}`, `# TYPE ${full} counter`)
        const found = new Map<string, number>()
        for (const [key, value] of counts) {
          if (key !== full && !key.startsWith(`${full}{`)) continue
          const told = full + shown(key.slice(full.length))
          found.set(told, (found.get(told) ?? 0) + value)
        }
        for (const [key, value] of found) lines.push(`${key} ${value}`)
        if (found.size === 0) lines.push(`${full} 0`)
      }
      const all = {
        ...Object.fromEntries(Object.keys(gauges).map((name) => [name, levels.get(name as GaugeName) ?? 0])),
        ...now,
      }
      for (const [name, value] of Object.entries(all)) {
        lines.push(`# TYPE watchpost_${name} gauge`, `watchpost_${name} ${value}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}
