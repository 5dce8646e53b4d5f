import type { Alert } from './alert.ts'

/** How an alert stands on a program's standard input. */
export const alertInputs = ['json', 'text', 'mail', 'slack', 'discord'] as const
export type AlertInput = (typeof alertInputs)[number]

const longestOfDiscord = 2000

const written: Readonly<Record<AlertInput, (alert: Alert) => string>> = {
  json: (alert) => `${JSON.stringify(alert)}\n`,
  text: ({ title, text }) => `${title}\n${text}\n`,
  mail: mailOf,
  // In `text` these three begin names, links and calls of a whole channel.
  slack: (alert) =>
    JSON.stringify({
      text: linesOf(alert).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    }),
  discord: (alert) =>
    JSON.stringify({ content: linesOf(alert).slice(0, longestOfDiscord), allowed_mentions: { parse: [] } }),
}

export function inputOf(alert: Alert, input: AlertInput): string {
  return written[input](alert)
}

function linesOf({ title, text }: Alert): string {
  return `${title}\n${text}`
}

/** A message for sendmail: its arguments name the recipient. */
function mailOf(alert: Alert): string {
  return [
    `Subject: ${headerOf(alert.title)}`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    alert.text,
    ...(alert.count > 1 ? [`${alert.count} in all.`] : []),
    '',
    alert.command,
    '',
  ].join('\n')
}

/** An encoded word has at most 75 characters. */
const mostInWord = 10

/** A header's text: plain ASCII as it is, all else in words of RFC 2047. Its title has one line. */
function headerOf(title: string): string {
  if (/^[\x20-\x7e]*$/u.test(title)) return title
  const letters = [...title]
  const words: string[] = []
  for (let at = 0; at < letters.length; at += mostInWord) {
    const bytes = new TextEncoder().encode(letters.slice(at, at + mostInWord).join(''))
    words.push(`=?utf-8?B?${btoa(String.fromCharCode(...bytes))}?=`)
  }
  return words.join('\n ')
}
