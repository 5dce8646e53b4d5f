import { generator } from '../../support/scale.ts'

/** Draws from one seed: the same seed draws the same again. */
export type Dice = {
  chance(share: number): boolean
  whole(least: number, most: number): number
  pick<T>(all: readonly T[]): T
  several<T>(most: number, draw: () => T): readonly T[]
}

export function diceOf(seed: number): Dice {
  const random = generator(seed)
  // Neighbouring seeds begin alike.
  for (let turn = 0; turn < 8; turn += 1) random()
  const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  return {
    chance: (share) => random() < share,
    whole,
    pick: (all) => all[whole(0, all.length - 1)] as (typeof all)[number],
    several: (most, draw) => Array.from({ length: whole(1, most) }, draw),
  }
}
