/** The contract in Connect's JSON form, derived from the generated types alone, so that nothing of it is in the bundle. */
import type { AdminServiceDefinition } from '../proto/gen/recorda/v1/admin.ts';
import type { ContextServiceDefinition } from '../proto/gen/recorda/v1/context.ts';
import type { MemoryServiceDefinition } from '../proto/gen/recorda/v1/memory.ts';

/**
 * A message in JSON (https://protobuf.dev/programming-guides/json/): default values may be absent, and numbers of 64 bits, times,
 * durations, bytes and masks are texts. The cases of a oneof are fields of the message itself.
 */
export type Json<T> = T extends boolean | string
  ? T
  : T extends number
    ? number | string
    : T extends Date | Uint8Array | Duration
      ? string
      : T extends readonly (infer Element)[]
        ? readonly Json<Element>[]
        : T extends object
          ? JsonFields<T>
          : T;

type Duration = { seconds: number; nanos: number };
type Case = { readonly $case: string; readonly value: unknown };
/** The names of the fields that are a oneof. */
type OneofNames<T> = { [Name in keyof T]-?: NonNullable<T[Name]> extends Case ? Name : never }[keyof T];
type CasesOf<T> = NonNullable<T[OneofNames<T>]>;
type JsonFields<T> = {
  readonly [Name in Exclude<keyof T, OneofNames<T>>]?: Name extends 'updateMask' ? string : Json<NonNullable<T[Name]>>;
} & {
  readonly [One in CasesOf<T> as One extends Case ? One['$case'] : never]?: One extends Case
    ? Json<One['value']>
    : never;
};

type Services = {
  readonly MemoryService: MemoryServiceDefinition['methods'];
  readonly ContextService: ContextServiceDefinition['methods'];
  readonly AdminService: AdminServiceDefinition['methods'];
};
type Method = { readonly name: string; readonly requestType: unknown; readonly responseType: unknown };
type Methods = {
  [Service in keyof Services]: {
    [Name in keyof Services[Service] as `${Service}/${Capitalize<Name & string>}`]: Services[Service][Name] & Method;
  };
};
/** Every call by its name, like `MemoryService/GetMemory`. */
type Calls = Methods['MemoryService'] & Methods['ContextService'] & Methods['AdminService'];

export type UnaryName = {
  [Name in keyof Calls]: Calls[Name] extends { readonly responseStream: false } ? Name : never;
}[keyof Calls];
export type StreamName = Exclude<keyof Calls, UnaryName>;

type Decoded<Type> = Type extends { decode(...given: never[]): infer Message } ? Message : never;
export type Asked<Name extends keyof Calls> = Json<Decoded<Calls[Name]['requestType']>>;
export type Answer<Name extends keyof Calls> = Json<Decoded<Calls[Name]['responseType']>>;
