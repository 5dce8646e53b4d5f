/** The sequences a full-screen program of ours may write: colours, cursor, erasing, its own modes, title and bell-free notices. */
export const ownSequences: readonly RegExp[] = [
  /\x1b\[[0-9;]*m/gu,
  /\x1b\[[0-9;]*[GHK]/gu,
  /\x1b\]8;(?:id=\d+)?;(?:(?:https?:\/\/|mailto:)[\x21-\x7e]+)?\x1b\\/gu,
  /\x1b\[2J/gu,
  /\x1b\[\?(?:7|25|1000|1002|1004|1006|1049|2004)[hl]/gu,
  /\x1b\[2[23];2t/gu,
  /\x1b\]11;\?\x07/gu,
  /\x1b\]2;[^\x00-\x1f\x7f-\x9f]*\x07/gu,
]

/** A sequence of which only the beginning has come. */
const unfinished = /\x1b(?:\[[0-9;?]*|\][^\x07\x1b]*\x1b?)?$/u

/** What has come from a program that still writes, without a sequence that is still coming: that is judged once it is whole. */
export function wholeSequences(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replace(unfinished, ''), 'latin1')
}

/** Control characters left on the wire when the allowed sequences are taken out, each with what stood around it. */
export function controlBytesOnTheWire(
  bytes: Uint8Array,
  allowed: readonly RegExp[] = ownSequences,
): string[] {
  let text = Buffer.from(bytes).toString('utf8')
  for (const pattern of allowed) text = text.replace(pattern, '')
  const strays = text.matchAll(/[\x00-\x1f\x7f-\x9f]/gu)
  return Array.from(strays, ({ index }) => JSON.stringify(text.slice(Math.max(0, index - 20), index + 20)))
}
