// Many more services with other parameter names than the unit tests try.
import { describeAnyNames } from "../unit/api/wire/anyNames";

describeAnyNames(1_000);
