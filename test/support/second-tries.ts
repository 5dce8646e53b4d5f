import type { Reporter, TestCase } from 'vitest/node'

/** Names the tests that passed only when they were tried again, at the end of a run: each is a fault of the test or of the program. */
export class SecondTries implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd(): void {
    if (this.#names.length === 0) return
    console.log(`\nPassed only when tried again:\n${this.#names.map((name) => `  ${name}`).join('\n')}\n`)
  }
}
