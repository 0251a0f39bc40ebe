//! Resource quantities (`500m`, `4Gi`, `8`), exact to a thousandth.

use std::fmt;

/// An amount of a resource, in thousandths of its unit. Sums are exact; sizes below a thousandth round up, as the
/// API server does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quantity {
    milli: i128,
}

impl Quantity {
    /// A whole number of units.
    #[must_use]
    pub const fn whole(units: i64) -> Self {
        Self { milli: units as i128 * 1000 }
    }

    /// Reads a quantity as manifests write it (a JSON number or a string); anything else is `None`.
    #[must_use]
    pub fn read(value: &serde_json::Value) -> Option<Self> {
        match value {
            serde_json::Value::String(text) => Self::parse(text),
            serde_json::Value::Number(number) => Self::parse(&number.to_string()),
            _ => None,
        }
    }

    /// Reads `12`, `1.5`, `500m`, `4Gi`, `2k`, `1e3`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let digits = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '+' | '-'))).unwrap_or(text.len());
        let (number, suffix) = text.split_at_checked(digits)?;
        let (numerator, denominator) = scale(suffix)?;
        let (sign, number) = match number.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, number.strip_prefix('+').unwrap_or(number)),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        if whole.is_empty() && fraction.is_empty() || fraction.len() > 12 || whole.len() > 20 {
            return None;
        }
        let mut value: i128 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        let mut parts: i128 = 1;
        for digit in fraction.chars() {
            value = value.checked_mul(10)?.checked_add(i128::from(digit.to_digit(10)?))?;
            parts = parts.checked_mul(10)?;
        }
        let top = value.checked_mul(numerator)?.checked_mul(1000)?;
        let bottom = parts.checked_mul(denominator)?;
        Some(Self { milli: sign * (top + bottom - 1).checked_div(bottom)? })
    }

    /// Whole units, what is over them left out.
    #[must_use]
    pub const fn units(self) -> i128 {
        self.milli / 1000
    }

    /// Nothing at all.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.milli == 0
    }

    /// The sum, saturating.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { milli: self.milli.saturating_add(other.milli) }
    }

    /// The difference; negative if `other` is larger.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self { milli: self.milli.saturating_sub(other.milli) }
    }

    /// `self` taken `times` times, saturating.
    #[must_use]
    pub const fn times(self, times: i64) -> Self {
        Self { milli: self.milli.saturating_mul(times as i128) }
    }
}

/// What a suffix multiplies by, as a fraction.
fn scale(suffix: &str) -> Option<(i128, i128)> {
    let binary = |power: u32| 1024_i128.pow(power);
    let decimal = |power: u32| 1000_i128.pow(power);
    Some(match suffix {
        "" => (1, 1),
        "n" => (1, decimal(3)),
        "u" => (1, decimal(2)),
        "m" => (1, decimal(1)),
        "k" => (decimal(1), 1),
        "M" => (decimal(2), 1),
        "G" => (decimal(3), 1),
        "T" => (decimal(4), 1),
        "P" => (decimal(5), 1),
        "E" => (decimal(6), 1),
        "Ki" => (binary(1), 1),
        "Mi" => (binary(2), 1),
        "Gi" => (binary(3), 1),
        "Ti" => (binary(4), 1),
        "Pi" => (binary(5), 1),
        "Ei" => (binary(6), 1),
        _ => {
            let exponent: u32 = suffix.strip_prefix(['e', 'E'])?.parse().ok()?;
            (10_i128.checked_pow(exponent).filter(|_| exponent <= 18)?, 1)
        }
    })
}

impl fmt::Display for Quantity {
    /// The shortest exact form: `8`, `500m`, `4Gi`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.milli % 1000 != 0 {
            return write!(f, "{}m", self.milli);
        }
        let units = self.milli / 1000;
        for (suffix, size) in [("Ti", 1_i128 << 40), ("Gi", 1 << 30), ("Mi", 1 << 20), ("Ki", 1 << 10)] {
            if units != 0 && units % size == 0 {
                return write!(f, "{}{suffix}", units / size);
            }
        }
        write!(f, "{units}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_prints_what_manifests_hold() {
        for (text, shown) in [
            ("8", "8"),
            ("500m", "500m"),
            ("4Gi", "4Gi"),
            ("1.5", "1500m"),
            ("2k", "2000"),
            ("1e3", "1000"),
            ("1024", "1Ki"),
        ] {
            assert_eq!(Quantity::parse(text).unwrap().to_string(), shown, "{text}");
        }
    }

    #[test]
    fn nonsense_is_none() {
        for text in ["", "m", "eight", "1.2.3", "4Xi", "1e99", "999999999999999999999999"] {
            assert_eq!(Quantity::parse(text), None, "{text}");
        }
    }
}
