import { readFileSync } from 'node:fs'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { request as overTls } from 'node:https'
import { rootCertificates } from 'node:tls'
import { secretNamed, trustedFile } from '../config.ts'
import { MailError } from '../domain/errors.ts'
import type { Answer, NetworkDriver } from '../services/network-driver.ts'

/** More than any answer of the protocol needs. */
const longestAnswer = 4 * 1024 * 1024

export const network: NetworkDriver = {
  async ask({ url, token, body, timeout }): Promise<Answer> {
    const signal = AbortSignal.timeout(timeout)
    const response = await reach(url, token ?? null, body, signal)
    try {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) {
        text += String(chunk)
        if (text.length > longestAnswer) break
      }
      return { status: response.statusCode ?? 0, text: text.slice(0, longestAnswer) }
    } catch (error) {
      throw unreachable(url, error, signal)
    }
  },
  async follow({ url, token, body, since }, signal) {
    const response = await reach(url, token, body, signal, since ?? null)
    return { status: response.statusCode ?? 0, lines: linesOf(url, response, signal) }
  },
  secret: (variable) => secretNamed(variable),
}

/** The answer as soon as its head is there. @throws MailError `not-found` · `timeout` */
async function reach(
  url: string,
  token: string | null,
  body: unknown,
  signal: AbortSignal,
  since: string | null = null,
): Promise<IncomingMessage> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const options: RequestOptions = {
    method: text === undefined ? 'GET' : 'POST',
    signal,
    headers: {
      accept: 'application/json, text/event-stream',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(since !== null && { 'last-event-id': since }),
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
    },
  }
  return new Promise((resolve, reject) => {
    const failed = (error: unknown) => reject(unreachable(url, error, signal))
    try {
      const asking = url.startsWith('https:')
        ? overTls(url, { ...options, ca: authorities() }, resolve)
        : request(url, options, resolve)
      asking.on('error', failed).end(text)
    } catch (error) {
      failed(error)
    }
  })
}

let trusted: string[] | undefined

/** The trusted certificate authorities. @throws Error if a named file cannot be read */
function authorities(): string[] {
  const file = trustedFile()
  trusted ??= file === null ? [...rootCertificates] : [...rootCertificates, readFileSync(file, 'utf8')]
  return trusted
}

async function* linesOf(url: string, response: IncomingMessage, signal: AbortSignal): AsyncIterable<string> {
  let rest = ''
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      const lines = (rest + String(chunk)).split(/\r\n|\n|\r(?!$)/u)
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > longestAnswer) return
    }
  } catch (error) {
    throw unreachable(url, error, signal)
  }
  if (rest !== '') yield rest
}

function unreachable(url: string, error: unknown, { reason }: AbortSignal): MailError {
  if (reason instanceof Error && reason.name === 'TimeoutError')
    return new MailError('timeout', `${url} did not answer in time.`, 'Try again later.')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why = error instanceof Error ? error.message || code : String(error)
  const hint = untrusted.test(code)
    ? 'If it is your server, set NODE_EXTRA_CA_CERTS to the PEM file of its certificate authority.'
    : 'Is its server running?'
  return new MailError('not-found', `${url} cannot be reached: ${why}`, hint)
}

/** Codes of OpenSSL and Node for certificates that nobody vouches for, or for another name. */
const untrusted = /CERT|SELF_SIGNED|VERIFY/u
