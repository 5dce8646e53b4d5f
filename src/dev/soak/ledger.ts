import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a driver saw with its own eyes: it asks no store. Times are those of the machine, ms. */
export type Fact =
  /** The program said that it took this message: its id, for the key that the driver gave it. */
  | {
      readonly what: 'sent'
      readonly id: string
      readonly key: string
      readonly from: string
      readonly to: string
      readonly kind: string
      readonly priority: string
      /** When the driver first tried, and when it was told. */
      readonly since: number
      readonly at: number
    }
  /** A message came out whole. `by` names the process that showed it. */
  | {
      readonly what: 'shown'
      readonly id: string
      readonly agent: string
      readonly by: string
      /** Since when that process ran. */
      readonly since: number
      readonly at: number
      /** The request that it answers, as its text says. */
      readonly answers?: string
    }
  /** The process that showed something ended well: what it showed as read does not come again. */
  | { readonly what: 'settled'; readonly by: string; readonly at: number }
  /** The program said that it took the answer to a message, or its completion. */
  | { readonly what: 'done'; readonly id: string; readonly agent: string; readonly at: number }
  /**
   * A completion was killed, so only the program knows whether it took it. If it did not, the next life is told that the
   * message is still at work, and completes it.
   */
  | { readonly what: 'cut'; readonly id: string; readonly agent: string; readonly at: number }
  | { readonly what: 'killed'; readonly role: string; readonly name: string; readonly at: number }
  | { readonly what: 'clock'; readonly to: string; readonly at: number }
  | { readonly what: 'disk'; readonly full: boolean; readonly at: number }
  | { readonly what: 'asked'; readonly task: string; readonly at: number }
  | {
      readonly what: 'told'
      readonly task: string
      readonly answers: readonly string[]
      /** What it had to be told. */
      readonly awaited: string
      readonly at: number
    }
  /** A program that nobody killed ended with a failure while there was room on the disk. */
  | { readonly what: 'failed'; readonly name: string; readonly said: string; readonly at: number }
  /** A message was seen on a screen, by its subject. */
  | { readonly what: 'seen'; readonly key: string; readonly screen: string; readonly at: number }
  | { readonly what: 'size'; readonly of: string; readonly value: number; readonly at: number }

/** Writes down what one driver sees. */
export type Pen = (fact: Fact) => void

export type Ledger = {
  readonly folder: string
  /** The file of one driver, to which only it appends. */
  pen(name: string): Pen
  /** The path of that file, for a driver that is a process of its own. */
  fileOf(name: string): string
  /** All that was written so far, by time. */
  read(): readonly Fact[]
}

export function openLedger(folder: string): Ledger {
  mkdirSync(folder, { recursive: true })
  const fileOf = (name: string) => join(folder, `${name}.jsonl`)
  return {
    folder,
    fileOf,
    pen: (name) => (fact) => appendFileSync(fileOf(name), `${JSON.stringify(fact)}\n`),
    read: () =>
      readdirSync(folder)
        .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Fact]))
        .sort((a, b) => a.at - b.at),
  }
}
