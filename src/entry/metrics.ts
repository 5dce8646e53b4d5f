import { MailError } from '../domain/errors.ts'
import { gaugeText } from '../domain/prometheus.ts'
import type { MetricsWanted } from '../faces/cli/host.ts'
import { serveMetrics } from '../faces/http/metrics-server.ts'
import { openServerMailbox } from '../server-mailbox.ts'
import type { Context } from '../services/context.ts'
import { shareAnswer } from '../services/metrics/shared-answer.ts'
import { tlsOf, untilSignal } from './serving.ts'

/** What is now, as text. */
export async function metricsText(context: Context): Promise<string> {
  return gaugeText(await openServerMailbox(context).gauges())
}

/** Serves it until a signal comes. */
export async function listenForMetrics(context: Context, wanted: MetricsWanted): Promise<number> {
  const mailbox = openServerMailbox(context)
  const { host, port } = placeOf(wanted.listen)
  const gauges = shareAnswer(() => mailbox.gauges(), context.now, surveyEvery)
  const served = await serveMetrics({
    host,
    port,
    tls: tlsOf(wanted),
    insecure: wanted.insecure,
    now: context.now,
    text: async () => gaugeText(await gauges()),
    isToken: async (secret) => (await mailbox.tokenHolder({ secret })) !== null,
  })
  wanted.say(`Metrics are at ${served.url}`)
  const code = await untilSignal()
  await served.stop()
  return code
}

/** However many ask, the store is looked at once in this time, ms. */
const surveyEvery = 5_000

/** `9100`, `host:9100`, `[::1]:9100`. @throws MailError `usage` */
function placeOf(said: string): { readonly host: string; readonly port: number } {
  const [, host, port] = /^(?:(\[[^\]]+\]|[^:]+):)?(\d{1,5})$/u.exec(said) ?? []
  if (port === undefined)
    throw new MailError('usage', `Invalid address: ${said}`, 'Give PORT or HOST:PORT, such as 9100.')
  return { host: host?.replace(/^\[|\]$/gu, '') ?? '127.0.0.1', port: Number(port) }
}
