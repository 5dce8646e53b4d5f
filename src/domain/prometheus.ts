/** One figure as Prometheus reads it. Labels have words of ours alone: names are others' text. */
export type Gauge = {
  /** Without the prefix of the program. */
  readonly name: string
  readonly help: string
  readonly values: readonly { readonly labels?: Readonly<Record<string, string>>; readonly value: number }[]
}

export function gaugeText(gauges: readonly Gauge[]): string {
  return gauges
    .flatMap(({ name, help, values }) => [
      `# HELP watchpost_${name} ${help}`,
      `# TYPE watchpost_${name} gauge`,
      ...values.map(({ labels = {}, value }) => `watchpost_${name}${labelText(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('')
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const said = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  return said.length === 0 ? '' : `{${said.join(',')}}`
}
